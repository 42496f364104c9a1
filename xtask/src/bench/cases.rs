//! The measurements of a bench at one number of rows, side by side.

use record::Record;

/// The kind of a bench, by the beginning of its name: each has a table of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A query on uniform rows.
    Pairs,
    /// Rows that are hard to answer exactly.
    Exactness,
    /// A join.
    Join,
    /// Queries of an index that is kept, or frames of a scene.
    Index,
}

/// One bench at one number of rows.
pub struct Case<'a> {
    /// The bench.
    pub bench: &'a str,
    /// Rows of the workload.
    pub rows: usize,
    /// The contenders, in the order in which they were measured.
    pub records: Vec<&'a Record>,
}

impl<'a> Case<'a> {
    /// The kind of the bench.
    pub fn kind(&self) -> Kind {
        match self.bench.split_once('/') {
            Some(("exactness", _)) => Kind::Exactness,
            Some(("join", _)) => Kind::Join,
            Some(("index" | "scene", _)) => Kind::Index,
            _ => Kind::Pairs,
        }
    }

    /// The bench without its kind.
    pub fn name(&self) -> &'a str {
        let mut kinds = ["exactness/", "join/", "index/"].into_iter();
        kinds.find_map(|kind| self.bench.strip_prefix(kind)).unwrap_or(self.bench)
    }

    /// The record of a contender.
    pub fn of(&self, who: &str) -> Option<&'a Record> {
        self.records.iter().copied().find(|record| record.who == who)
    }

    /// The batched kernel at the best level that was timed in this way: `suffix` is empty for one thread,
    /// else `/threads` or `/two_threads`; `levels` has the best last.
    pub fn best(&self, levels: &[String], suffix: &str) -> Option<&'a Record> {
        levels.iter().rev().find_map(|level| self.of(&format!("soa/{level}{suffix}")))
    }

    /// The fastest of the other libraries.
    pub fn peer(&self) -> Option<&'a Record> {
        self.fastest(|library| !["scalar", "soa", "soa_one", "soa_join", "f32", "limit"].contains(&library))
    }

    /// The fastest call of the libraries whose name begins so.
    pub fn fastest(&self, of: impl Fn(&str) -> bool) -> Option<&'a Record> {
        let records = self.records.iter().copied().filter(|record| of(library(record)));
        records.min_by(|a, b| a.ns.total_cmp(&b.ns))
    }
}

/// A contender without its call or level.
pub fn library(record: &Record) -> &str {
    record.who.split('/').next().unwrap_or_default()
}

/// The cases in the order in which they were measured.
pub fn cases(records: &[Record]) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    for record in records {
        match cases.iter_mut().find(|case| case.bench == record.bench && case.rows == record.rows) {
            Some(case) => case.records.push(record),
            None => cases.push(Case { bench: &record.bench, rows: record.rows, records: vec![record] }),
        }
    }
    cases
}

/// The levels that were timed on one thread, in the order of measurement, which has the best last.
pub fn levels(records: &[Record]) -> Vec<String> {
    let mut levels = Vec::new();
    for level in records.iter().filter_map(|record| record.who.strip_prefix("soa/")) {
        if !level.contains('/') && !levels.iter().any(|known| known == level) {
            levels.push(level.to_owned());
        }
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contenders_of_one_bench_are_found() {
        let records = [
            ("scalar", 3.0),
            ("f32/portable", 0.5),
            ("soa/portable", 1.0),
            ("soa/avx2", 0.8),
            ("soa/avx2/threads", 0.7),
            ("soa_one/avx2", 0.9),
            ("parry2d/intersects_ray", 9.0),
            ("parry2d/cast_ray", 8.0),
            ("geo/intersects", 10.0),
            ("limit/read", 0.25),
        ]
        .map(|(who, ns)| Record { ns, ..Record::new("disk_triangle", who, 4_096) });
        let (levels, cases) = (levels(&records), cases(&records));
        assert_eq!((&levels[..], cases.len()), (&["portable".to_owned(), "avx2".to_owned()][..], 1));
        let who = |record: Option<&Record>| record.unwrap().who.clone();
        assert_eq!(who(cases[0].best(&levels, "")), "soa/avx2");
        assert_eq!(who(cases[0].best(&levels, "/threads")), "soa/avx2/threads");
        assert_eq!(who(cases[0].peer()), "parry2d/cast_ray");
        assert_eq!(who(cases[0].fastest(|library| library == "geo")), "geo/intersects");
    }
}
