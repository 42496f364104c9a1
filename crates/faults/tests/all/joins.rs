//! Answers of joins that are broken on purpose.

use std::collections::HashSet;

use faults::joins::{Fault, self_check};
use testkit::joins::Kind;
use testkit::joins::case::Case;
use testkit::joins::forms::Form;

/// The join of this name.
fn kind(name: &str) -> Kind {
    Kind::all().find(|kind| kind.name() == name).unwrap()
}

#[test]
fn a_fault_breaks_pairs_as_its_doc_says() {
    let disk = |x: f32, radius: f32| vec![x, 0.0, radius];
    let a = vec![disk(0.0, 1.0), disk(f32::NAN, 1.0), disk(8.0, 1.0)];
    let b = vec![disk(2.0, 1.0), disk(0.0, 1.0), disk(8.0, 0.5)];
    let case = Case::new(kind("join/disk_disk"), a, b);
    assert_eq!(case.hits, [(0, 0), (0, 1), (2, 2)]);
    for (fault, pairs) in [
        (Fault::Lost, &[(0, 0), (0, 1)][..]),
        (Fault::Extra, &[(0, 0), (0, 1), (0, 2), (2, 2)]),
        (Fault::Doubled, &[(0, 0), (0, 1), (2, 2), (2, 2)]),
        (Fault::Disordered, &[(0, 1), (0, 0), (2, 2)]),
        (Fault::Misplaced, &[(0, 0), (0, 1), (1, 2)]),
    ] {
        let mut broken = case.hits.clone();
        fault.apply(&case, Form::Pairs, &mut broken);
        assert_eq!(broken, pairs, "{fault:?}");
    }
}

#[test]
fn every_fault_is_noticed_in_every_form_that_can_show_it() {
    for (name, forms, faults) in [
        ("join/point_triangle", Form::ALL.len(), Fault::ALL.len()),
        ("join/own/disk_disk", Form::OF_OWN.len(), Fault::ALL.len() - 1),
    ] {
        let report = self_check(kind(name));
        assert!(report.is_sound && !report.failed(), "{report:?}");
        let names = || report.faults.iter().filter_map(|fault| fault.name.split_once(", "));
        let met_faults: HashSet<_> = names().map(|(fault, _)| fault).collect();
        let met_forms: HashSet<_> = names().map(|(_, form)| form).collect();
        assert_eq!((met_forms.len(), met_faults.len()), (forms, faults), "{name}");
    }
}
