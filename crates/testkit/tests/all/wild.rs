//! Pairs that other libraries answered wrong, as their users reported them: coordinates and the truth are facts of
//! the reports. Rounded to `f32` each has the reported answer still, which the oracle confirms. Every order of the
//! corners must give it, at every level.

#![expect(
    clippy::excessive_precision,
    clippy::unreadable_literal,
    reason = "coordinates as reports have them"
)]

use scalar::dim2::{Aabb, Segment, Triangle};
use scalar::dim3::{Aabb3, Ray3, Triangle3};
use soa::kernel::Intersects;
use soa::{Columns, Level, Mesh, Query, Shape};
use testkit::oracle::truth;

/// A pair of triangles of space, by the report.
struct Pair {
    report: &'static str,
    hit: bool,
    s: [[f64; 3]; 3],
    t: [[f64; 3]; 3],
}

const PAIRS: [Pair; 10] = [
    Pair {
        report: "llnl/axom#152: a shared corner, missed in 6 of 36 orders",
        hit: true,
        s: [[76.648, 54.6752, 15.0012], [76.648, 54.6752, 14.5542], [76.582, 54.6752, 14.7879]],
        t: [[76.6252, 54.6752, 14.892], [76.582, 54.6752, 14.7879], [76.5617, 54.6752, 14.7929]],
    },
    Pair {
        report: "xmdi/CAD-from-Scratch#2: missed",
        hit: true,
        s: [[0.0, 1000.0, 0.0], [0.0, 1000.0, 1000.0], [1000.0, 1000.0, 1000.0]],
        t: [[375.0, 775.0, 625.0], [375.0, 1025.0, 625.0], [625.0, 1025.0, 625.0]],
    },
    Pair {
        report: "xmdi/CAD-from-Scratch#2: an edge on an edge",
        hit: true,
        s: [[0.0, 1000.0, 0.0], [0.0, 1000.0, 1000.0], [1000.0, 1000.0, 1000.0]],
        t: [[375.0, 775.0, 375.0], [375.0, 1025.0, 375.0], [625.0, 1025.0, 375.0]],
    },
    Pair {
        report: "BrunoLevy/geogram#10: an assertion",
        hit: false,
        s: [[1898.68, 775.0, 1158.48], [2000.0, 775.0, 1166.7], [1898.68, 675.0, 1148.6]],
        t: [[1966.41, 675.0, 1163.79], [1971.63, 675.0, 1166.95], [1967.56, 684.554, 1166.67]],
    },
    Pair {
        report: "benardp/contours#1: apart, in planes that nearly coincide",
        hit: false,
        s: [[12.3015, -0.253368, 5.49101], [18.6765, -2.55337, 4.91756], [12.3015, -2.55337, 4.91756]],
        t: [[-11.9885, -0.253368, 5.49101], [1.61448, -0.253368, 5.49101], [1.61448, -2.55337, 4.91756]],
    },
    Pair {
        report: "libigl/libigl#2382: apart, nearly in one plane",
        hit: false,
        s: [
            [0.392_347_991_466_521_99, 0.384_436_011_314_391_98, 0.447_445_005_178_451_98],
            [0.390_797_495_841_979_76, 0.385_036_759_078_502_49, 0.452_534_250_915_050_73],
            [0.387_003_496_289_253_01, 0.387_892_760_336_398_97, 0.456_346_750_259_399_75],
        ],
        t: [
            [0.389_247_000_217_437_52, 0.385_637_506_842_613, 0.457_623_496_651_649_48],
            [0.392_797_499_895_095_77, 0.372_991_755_604_743_74, 0.455_539_248_883_723_99],
            [0.387_696_504_592_895_29, 0.386_238_254_606_723_51, 0.462_712_742_388_248_22],
        ],
    },
    Pair {
        report: "LokiResearch/fast-triangle-triangle-intersection#3: in one plane",
        hit: true,
        s: [[-1.0, 0.0, 0.0], [2.0, 0.0, -2.0], [2.0, 0.0, 2.0]],
        t: [[0.551, 0.0, -0.796], [1.224, 0.0, 0.326], [3.469, 0.0, 1.0]],
    },
    Pair {
        report: "LokiResearch/fast-triangle-triangle-intersection#4: in one plane",
        hit: true,
        s: [[0.0, 0.0, 0.0], [0.0, 0.0, 8.0], [8.0, 0.0, 0.0]],
        t: [[2.0, 0.0, 2.0], [1.0, 0.0, 4.0], [9.0, 0.0, 0.0]],
    },
    Pair {
        report: "CGAL/cgal#6384: no intersection is constructed",
        hit: true,
        s: [[-1.22511, -5.88997, -7.98795], [0.404908, -6.00145, -3.31432], [-1.22511, -5.88997, -3.31432]],
        t: [
            [-0.212431, -5.7414293, -4.503795],
            [-0.152387, -6.0416265, -4.516812],
            [-0.567143, -5.9451375, -4.378002],
        ],
    },
    Pair {
        report: "CGAL/cgal#2319: an edge in the plane of the other, an assertion",
        hit: true,
        s: [
            [0.045_769_477_844_238_279, 0.075_394_927_978_515_63, 0.013_735_383_987_426_759],
            [0.036_645_412_445_068_359, 0.060_013_595_581_054_686, 0.013_735_383_987_426_759],
            [0.049_645_965_576_171_874, 0.050_098_735_809_326_174, 0.013_735_383_987_426_759],
        ],
        t: [
            [0.044_114_555_358_886_719, 0.066_831_237_792_968_748, 0.013_735_383_987_426_759],
            [0.044_415_161_132_812_499, 0.066_367_233_276_367_191, 0.014_259_093_284_606_934],
            [0.044_114_555_358_886_719, 0.066_307_533_264_160_154, 0.014_259_093_284_606_934],
        ],
    },
];

/// Every pair is answered as reported: by the oracle and at every level.
fn check<A: Intersects<B>, B: Shape>(report: &str, hit: bool, pairs: &[(A, B)]) {
    let (left, right): (Vec<A>, Vec<B>) = pairs.iter().copied().unzip();
    let (left, right) = (Columns::from_shapes(&left).unwrap(), Columns::from_shapes(&right).unwrap());
    for (a, b) in pairs {
        assert_eq!(truth(a, b), Some(hit), "the oracle: {report}");
    }
    for &level in Level::available() {
        let found = Query::new().with_level(level).intersects(&left, &right).unwrap();
        assert_eq!(found.to_bools(), vec![hit; pairs.len()], "{level}: {report}");
    }
}

fn rounded<const N: usize>(corners: [[f64; N]; 3]) -> [[f32; N]; 3] {
    corners.map(|corner| corner.map(|x| x as f32))
}

/// The six orders of three corners.
fn orders<T: Copy>([a, b, c]: [T; 3]) -> [[T; 3]; 6] {
    [[a, b, c], [b, c, a], [c, a, b], [c, b, a], [b, a, c], [a, c, b]]
}

#[test]
fn triangles_of_reports_in_all_orders() {
    for Pair { report, hit, s, t } in PAIRS {
        let triangle = |[a, b, c]: [[f32; 3]; 3]| Triangle3 { a, b, c };
        let orders = |corners| orders(rounded(corners)).map(triangle);
        let pairs =
            |s, t| -> Vec<_> { orders(s).into_iter().flat_map(|s| orders(t).map(|t| (s, t))).collect() };
        check(report, hit, &[pairs(s, t), pairs(t, s)].concat());
    }
}

#[test]
fn other_pairs_of_reports() {
    let corners = [[-34.1128, -4.00842, 39.5061], [-36.0938, -3.6615, 36.87], [-34.5781, -3.61804, 39.9716]];
    let aabb = Aabb3 { min: [-52.3586, -14.3376, 25.3037], max: [-38.021, 0.0, 39.6414] };
    let pairs = orders(rounded(corners)).map(|[a, b, c]| (aabb, Triangle3 { a, b, c }));
    check("CGAL/cgal#6808: apart", false, &pairs);

    let flat = |corners| orders(rounded(corners)).map(|[a, b, c]| Triangle { a, b, c });
    let point = Segment { start: [0.5, -1.0], direction: [0.0; 2] };
    let pairs = flat([[-1.0, 0.0], [0.0, 0.0], [1.0, 7.0]]).map(|triangle| (point, triangle));
    check("CGAL/cgal#8146: a segment without a length", false, &pairs);

    let aabb = Aabb { min: [100.0; 2], max: [200.0; 2] };
    let pairs = flat([[150.0, 50.0], [250.0, 170.0], [50.0, 170.0]]).map(|triangle| (aabb, triangle));
    check("CGAL/cgal#165: no corner in the other", true, &pairs);

    let s = [
        [35.404_636_216_406_281, -24.862_331_251_811_071],
        [38.231_981_968_385_76, -20.523_160_779_735_431],
        [38.260_998_625_669_473, -20.377_626_078_374_075],
    ];
    let t = [[35.315_294_952_344_537, -25.009_813_099_560_063], s[1], s[0]];
    let pairs: Vec<_> = flat(s).into_iter().flat_map(|s| flat(t).map(|t| (s, t))).collect();
    check("CGAL/cgal#3715: slivers with an edge in common", true, &pairs);

    // Two triangles with an edge in common, and a ray that goes through it.
    let [a, b, c, d] = [
        [-58.688_13, 9.744_61e-7, -58.688_13],
        [-58.688_13, 0.0, -61.776_98],
        [-61.776_98, 0.0, -61.776_98],
        [-61.776_98, 0.0, -58.688_13],
    ];
    let ray = Ray3 { start: [-59.954_68, 1000.0, -59.954_68], direction: [0.0, -1.0, 0.0] };
    let pairs = [[a, b, c], [a, d, c]].map(|[a, b, c]| (ray, Triangle3 { a, b, c }));
    check("Selinux24/Skirmish#5: a ray between two triangles", true, &pairs);
}

/// libigl/libigl#2381: a triangle that is subdivided twice, which has no self-intersections; five were found.
#[test]
fn a_subdivided_triangle_of_a_report() {
    let vertices = [
        [0.280_039_012_432_098, 0.827_663_004_398_345_96, 0.463_775_008_916_855_02],
        [0.338_901_013_135_909_98, 0.788_042_008_876_800_98, 0.488_126_993_179_321_01],
        [0.318_053_007_125_853_99, 0.768_364_012_241_363_97, 0.493_088_006_973_266_99],
        [0.309_470_012_784_003_99, 0.807_852_506_637_573_46, 0.475_951_001_048_088_02],
        [0.299_046_009_778_976, 0.798_013_508_319_854_96, 0.478_431_507_945_061_01],
        [0.328_477_010_130_881_99, 0.778_203_010_559_082_48, 0.490_607_500_076_294],
        [0.294_754_512_608_050_97, 0.817_757_755_517_959_71, 0.469_863_004_982_471_52],
        [0.289_542_511_105_536_97, 0.812_838_256_359_100_45, 0.471_103_258_430_958_02],
        [0.324_185_512_959_957_01, 0.797_947_257_757_187_22, 0.482_038_997_113_704_51],
        [0.333_689_011_633_395_98, 0.783_122_509_717_941_73, 0.489_367_246_627_807_51],
        [0.308_549_508_452_415_02, 0.783_188_760_280_609_46, 0.485_759_757_459_164],
        [0.323_265_008_628_367_99, 0.773_283_511_400_223_2, 0.491_847_753_524_780_5],
        [0.304_258_011_281_489_99, 0.802_933_007_478_714_21, 0.477_191_254_496_574_51],
        [0.318_973_511_457_443_02, 0.793_027_758_598_327_97, 0.483_279_250_562_191_01],
        [0.313_761_509_954_929_02, 0.788_108_259_439_468_72, 0.484_519_504_010_677_5],
    ];
    let vertices = vertices.map(|vertex: [f64; 3]| vertex.map(|x| x as f32));
    #[rustfmt::skip]
    let faces = [
        [2, 11, 10], [1, 8, 9], [0, 7, 6], [3, 12, 13], [5, 14, 11], [3, 13, 8], [4, 12, 7], [4, 14, 12],
        [4, 10, 14], [5, 9, 13], [3, 6, 12], [5, 13, 14], [14, 10, 11], [13, 9, 8], [12, 6, 7], [14, 13, 12],
    ];
    for &level in Level::available() {
        let mesh = Mesh::new(&vertices, &faces).unwrap().query(Query::new().with_level(level));
        let found = mesh.self_intersections().unwrap();
        assert!(found.pairs.is_empty() && found.zero_area.is_empty(), "{found:?}");
    }
}
