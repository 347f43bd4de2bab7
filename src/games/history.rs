//! What was done in a game, and what was taken back.

/// Moves or decisions, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct History<T> {
    done: Vec<T>,
    /// The latest at the end.
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

    /// What was taken back, the latest at the end.
    pub(crate) fn undone(&self) -> &[T] {
        &self.undone
    }

    /// Does something new, after which nothing can be redone.
    pub(crate) fn push(&mut self, new: T) {
        self.done.push(new);
        self.forget();
    }

    /// Forgets what was taken back, so that it cannot be redone.
    pub(crate) fn forget(&mut self) {
        self.undone.clear();
    }
}

impl<T: Copy> History<T> {
    pub(crate) fn undo(&mut self) -> Option<T> {
        let last = self.done.pop();
        self.undone.extend(last);
        last
    }

    /// Redoes what was taken back last.
    pub(crate) fn redo(&mut self) -> Option<T> {
        let next = self.undone.pop();
        self.done.extend(next);
        next
    }

    /// Everything in the order in which it was done, with what was taken back at the end.
    pub(crate) fn whole(done: &[T], undone: &[T]) -> Vec<T> {
        done.iter().chain(undone.iter().rev()).copied().collect()
    }
}
