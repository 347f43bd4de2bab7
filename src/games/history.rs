//! Lists of done and undone items, for undo and redo.

/// The moves or the decisions of a game, including the ones that were undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct History<T> {
    done: Vec<T>,
    /// The undone items; the next one to redo is last.
    undone: Vec<T>,
}

impl<T> Default for History<T> {
    fn default() -> History<T> {
        History::new(Vec::new(), Vec::new())
    }
}

impl<T> History<T> {
    pub(crate) fn new(done: Vec<T>, undone: Vec<T>) -> History<T> {
        History { done, undone }
    }

    pub(crate) fn done(&self) -> &[T] {
        &self.done
    }

    pub(crate) fn undone(&self) -> &[T] {
        &self.undone
    }

    /// Adds an item and clears the redo list.
    pub(crate) fn push(&mut self, new: T) {
        self.done.push(new);
        self.clear_undone();
    }

    pub(crate) fn clear_undone(&mut self) {
        self.undone.clear();
    }
}

impl<T: Copy> History<T> {
    pub(crate) fn undo(&mut self) -> Option<T> {
        let last = self.done.pop();
        self.undone.extend(last);
        last
    }

    pub(crate) fn redo(&mut self) -> Option<T> {
        let next = self.undone.pop();
        self.done.extend(next);
        next
    }

    /// Returns all items in the order in which they were first done, the undone ones last.
    pub(crate) fn whole(done: &[T], undone: &[T]) -> Vec<T> {
        done.iter().chain(undone.iter().rev()).copied().collect()
    }
}
