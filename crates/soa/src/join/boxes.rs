//! The boxes of some groups of rows, and of the groups.

use super::groups::{Groups, WIDTH};
use super::tree::Tree;
use crate::data::shape::Shape;

/// The boxes of the rows of some groups, and the boxes of the groups.
pub(crate) struct Boxes<B> {
    pub(crate) rows: Groups<B>,
    pub(crate) groups: Groups<B>,
}

impl<B: Shape> Boxes<B> {
    /// Groups whose boxes are made at a time, where any number is possible: so few stay in the first-level
    /// cache.
    pub(crate) const CHUNK: usize = 16;

    pub(crate) fn new() -> Self {
        Self { rows: Groups::zeroed(0), groups: Groups::zeroed(0) }
    }

    /// Makes room for the rows of `groups` groups.
    pub(crate) fn resize(&mut self, groups: usize) {
        self.rows.grow(groups);
    }

    /// Makes room for the boxes of `groups` groups. The places after the last one get boxes that intersect
    /// nothing.
    pub(crate) fn resize_groups(&mut self, groups: usize) {
        self.groups.grow(groups.div_ceil(WIDTH));
        let nan = B::from_values(|_| f32::NAN);
        for i in groups..groups.next_multiple_of(WIDTH) {
            self.groups.set(i, &nan);
        }
    }

    /// Takes the boxes of some groups from a tree.
    pub(crate) fn copy_groups(&mut self, tree: &Tree<B>, groups: impl ExactSizeIterator<Item = usize>) {
        self.resize_groups(groups.len());
        for (i, group) in groups.enumerate() {
            self.groups.set(i, &tree.get(0, group));
        }
    }
}
