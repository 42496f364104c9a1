//! The disks of the people of all large cities, pushed apart until none overlaps another one: what a map does
//! whose symbols must not cover each other.

use demo::data::cities;
use soa::{Contacts, Disks, Query};

/// How far two disks may still overlap, of the radius of the smaller one.
const TOLERANCE: f32 = 0.01;

#[test]
fn disks_of_cities_are_pushed_apart() {
    let cities = cities::shipped().unwrap();
    let large = cities.iter().filter(|city| city.population > 50_000);
    let mut disks: Vec<_> = large.map(cities::City::people).collect();
    let worst = |disks: &[soa::Disk], rows: &Disks| -> (usize, f32) {
        let pairs = soa::self_join(rows).unwrap();
        let contacts = soa::contacts_of_pairs(rows, rows, &pairs, 0.0).unwrap();
        let overlap = |((i, j), contact): ((u32, u32), soa::Contact)| {
            contact.depth / disks[i as usize].radius.min(disks[j as usize].radius)
        };
        (pairs.len(), pairs.iter().zip(contacts.iter()).map(overlap).fold(0.0, f32::max))
    };
    let rows = Disks::from_shapes(&disks).unwrap();
    let (pairs, before) = worst(&disks, &rows);
    assert!(pairs > 1_000 && before > 1.0, "{pairs} pairs, {before}");

    let mut contacts = Contacts::default();
    let mut rounds = 0;
    loop {
        let rows = Disks::from_shapes(&disks).unwrap();
        let (pairs, overlap) = worst(&disks, &rows);
        println!("{rounds}: {pairs} pairs, {overlap}");
        if overlap <= TOLERANCE {
            break;
        }
        rounds += 1;
        assert!(rounds < 1_000, "{pairs} pairs still overlap by {overlap}");
        let pairs = soa::self_join(&rows).unwrap();
        Query::new().contacts_of_pairs_into(&rows, &rows, &pairs, 0.0, &mut contacts).unwrap();
        for ((i, j), contact) in pairs.iter().zip(contacts.iter()) {
            // Each disk moves half of the way, and a bit farther, so that an end is reached.
            let way = contact.depth * 0.501;
            for (row, sign) in [(i, -1.0), (j, 1.0)] {
                let center = &mut disks[row as usize].center;
                (0..2).for_each(|k| center[k] += sign * way * contact.normal[k]);
            }
        }
    }
    // Nothing has flown away.
    let is_finite = disks.iter().flat_map(|disk| disk.center).all(f32::is_finite);
    assert!(is_finite && rounds > 1, "{rounds} rounds");
}
