//! The boxes of some groups of rows, and those around the groups.

use super::groups::{Group, Groups, WIDTH};
use crate::data::shape::Shape;

/// The boxes of the rows of some groups, and the boxes around the groups.
pub(crate) struct Boxes<B> {
    pub(crate) rows: Groups<B>,
    pub(crate) around: Groups<B>,
}

impl<B: Shape> Boxes<B> {
    /// Groups whose boxes are made together, where that may be any number: few are soon made room for, and stay in the nearest cache.
    pub(crate) const TOGETHER: usize = 16;

    pub(crate) fn new() -> Self {
        Self { rows: Groups::zeroed(0), around: Groups::zeroed(0) }
    }

    /// Makes room for `groups` groups.
    pub(crate) fn grow(&mut self, groups: usize) {
        self.rows.grow(groups);
        self.around.grow(groups.div_ceil(WIDTH));
    }

    /// Sets the boxes of a group's rows.
    #[inline(always)]
    pub(crate) fn set_rows(&mut self, group: usize, boxes: &Group<B>) {
        self.rows.set_group(group, boxes);
    }

    /// The boxes of a group's rows.
    #[inline(always)]
    pub(crate) fn rows(&self, group: usize) -> Group<B> {
        self.rows.group(group)
    }

    /// The box around a group.
    #[inline(always)]
    pub(crate) fn around(&self, group: usize) -> B {
        self.around.get(group)
    }

    /// Sets the box around a group.
    #[inline(always)]
    pub(crate) fn set_around(&mut self, group: usize, around: &B) {
        self.around.set(group, around);
    }

    /// Fills the places behind the last of `groups` groups with NaN.
    pub(crate) fn end(&mut self, groups: usize) {
        let nan = B::from_values(|_| f32::NAN);
        for i in groups..groups.next_multiple_of(WIDTH) {
            self.around.set(i, &nan);
        }
    }
}
