//! Whether fat boxes have margins: for how long they lasted, and what they cost.

/// All margins are made smaller by this factor where they make too many candidates, and larger where they make
/// few. In space, a quarter of large margins is a twentieth of the candidates.
const LESS: f32 = 0.25;
/// Where less than this share is left of margins, there are none.
const LEAST: f32 = LESS * LESS;
/// Fat boxes last if nearly all rows stayed within theirs for this number of frames.
const LONG: u32 = 8;
/// After this number of searches in which margins cost more than they saved there are none.
const TRIALS: u32 = 3;
/// Frames without margins: the first time, and at most, as they double each time that margins do not pay.
const PAUSE: [u32; 2] = [8, 256];

/// Costs, as multiples of a candidate that is found: a row in a search of all,
const ROW: f64 = 4.0;
/// a candidate that is tested again, and a row that moves.
const TEST: f64 = 0.5;
const MOVE: f64 = 1.0;
/// Candidates without margins, for each pair that touches.
const WITHOUT: f64 = 1.5;

/// Whether fat boxes have margins.
pub(crate) struct Margins {
    /// Whether a part of the rows gets new fat boxes in each frame, before they leave them.
    pub(crate) are_even: bool,
    share: f32,
    /// Frames since all rows were searched, the candidates that were found, and the share of margins then.
    frames: u32,
    found: usize,
    was: f32,
    /// Whether the last fat boxes of all rows lasted.
    last: bool,
    /// Searches in which margins did not pay; frames without any that are left, and the next time.
    in_vain: u32,
    wait: u32,
    pause: u32,
}

impl Margins {
    pub(crate) const fn new() -> Self {
        Self {
            are_even: false,
            share: 1.0,
            frames: 0,
            found: 0,
            was: 0.0,
            last: true,
            in_vain: 0,
            wait: 0,
            pause: PAUSE[0],
        }
    }

    /// The share of their margins that fat boxes get.
    pub(crate) fn share(&self) -> f32 {
        if self.wait > 0 { 0.0 } else { self.share }
    }

    /// Whether some fat boxes are made anew in each frame: it pays where they last.
    pub(crate) fn are_renewed(&self) -> bool {
        self.are_even && self.last
    }

    /// Begins a frame.
    pub(crate) fn start(&mut self) {
        self.frames = self.frames.saturating_add(1);
        self.wait = self.wait.saturating_sub(1);
    }

    /// Many of `rows` left their fat boxes, of which `touching` pairs touch: all get new ones in this frame.
    pub(crate) fn have_ended(&mut self, rows: usize, touching: usize) {
        // Rows that turn need two searches: in the first one their speed is that of before, in part.
        self.last = self.frames >= LONG || self.frames == 1 && self.last;
        if self.was == 0.0 {
            return;
        }
        let [rows, found, touching] = [rows, self.found, touching].map(|count| count as f64);
        let frames = f64::from(self.frames);
        let with = ROW * rows + found + (frames - 1.0) * (MOVE * rows + TEST * found);
        if with < frames * (ROW * rows + WITHOUT * touching) {
            (self.in_vain, self.pause) = (0, PAUSE[0]);
            return;
        }
        self.in_vain += 1;
        if self.in_vain == TRIALS {
            // One more is enough next time.
            self.in_vain -= 1;
            self.wait = self.pause;
            self.pause = (2 * self.pause).min(PAUSE[1]);
        }
    }

    /// All rows were searched, and `found` candidates found, of at most `most`.
    pub(crate) fn searched(&mut self, found: usize, most: usize) {
        (self.frames, self.found, self.was) = (0, found, self.share());
        // Where all margins make less than one candidate of sixteen, they may become larger.
        if found < most / 16 {
            self.share = (self.share / LESS).clamp(LEAST, 1.0);
        }
    }

    /// The most candidates that a search may find, if there are `most` where margins can become smaller.
    pub(crate) fn limit(&self, most: usize) -> usize {
        if self.share() > 0.0 { most } else { usize::MAX }
    }

    /// Margins make too many candidates. Returns which share of them is left.
    pub(crate) fn lower(&mut self) -> f32 {
        let left = if self.share() > LEAST { LESS } else { 0.0 };
        self.share *= left;
        left
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::*;

    const ROWS: usize = 1000;
    const MOST: usize = 32 * ROWS;

    /// Frames of rows that all leave their fat boxes after this many, with as many candidates a row if there
    /// are margins. Returns the frames that searched all, with the share of margins.
    fn run(margins: &mut Margins, frames: usize, last: u32, candidates: usize) -> Vec<(usize, f32)> {
        let mut searched = Vec::new();
        for frame in 0..frames {
            margins.start();
            if margins.frames >= last || margins.was == 0.0 {
                margins.have_ended(ROWS, ROWS);
                let share = margins.share();
                margins.searched(if share > 0.0 { candidates * ROWS } else { ROWS }, MOST);
                searched.push((frame, share));
            }
        }
        searched
    }

    #[test]
    fn fast_rows_have_no_margins_but_for_a_trial_from_time_to_time() {
        let mut margins = Margins::new();
        let searched = run(&mut margins, 2000, 1, 20);
        assert_eq!(searched.len(), 2000);
        let with: Vec<usize> =
            searched.iter().filter(|(_, share)| *share > 0.0).map(|&(frame, _)| frame).collect();
        assert!(with.len() < 20 && with.windows(2).any(|pair| pair[1] - pair[0] > 200), "{with:?}");
        // They become slow, and have margins at the next trial.
        let searched = run(&mut margins, 2000, 13, 4);
        assert!(searched.iter().rev().take(100).all(|&(_, share)| share == 1.0), "{searched:?}");
        assert!(searched.len() < 500, "{}", searched.len());
    }

    #[test]
    fn fat_boxes_are_renewed_where_they_last() {
        for (last, expected) in [(13, true), (8, true), (4, false), (2, false)] {
            let mut margins = Margins { are_even: true, ..Margins::new() };
            run(&mut margins, 100, last, 2);
            assert_eq!(margins.are_renewed(), expected, "{last}");
            assert!(!Margins { are_even: false, ..margins }.are_renewed());
        }
    }

    #[test]
    fn margins_shrink_to_none_and_grow_again() {
        let mut margins = Margins::new();
        let shares: Vec<f32> = (0..4).map(|_| margins.lower()).collect();
        assert_eq!(
            (shares, margins.share(), margins.limit(MOST)),
            (vec![0.25, 0.25, 0.0, 0.0], 0.0, usize::MAX)
        );
        for share in [0.0625, 0.25, 1.0, 1.0] {
            margins.searched(MOST / 16 - 1, MOST);
            assert_eq!((margins.share(), margins.limit(MOST)), (share, MOST));
        }
        margins.lower();
        margins.searched(MOST / 16, MOST);
        assert_eq!(margins.share(), 0.25);
    }
}
