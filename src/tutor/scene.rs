//! What there is to watch: a few sentences, and runs of the algorithms they describe.

use super::trace::{Place, Trace};
use crate::games::gomoku::Point;
use crate::games::gomoku::judge::{Algorithm, Guard};

/// Something to watch: a few sentences, and a run of an algorithm, or two runs side by side.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What there is to see.
    pub text: String,
    /// The runs.
    pub traces: Vec<Trace>,
    /// Is the cell shown that is meant when row and column are swapped?
    pub mirror: bool,
    /// The stones that the student thinks will turn over.
    pub guess: Option<Vec<Place>>,
}

impl Scene {
    /// A scene of these runs.
    pub fn new(text: impl Into<String>, traces: Vec<Trace>) -> Scene {
        Scene {
            text: text.into(),
            traces,
            mirror: false,
            guess: None,
        }
    }

    /// The steps of the longest run.
    pub fn len(&self) -> usize {
        self.traces.iter().map(Trace::len).max().unwrap_or(0)
    }

    /// Is there nothing to step through?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the next direction, row, stone or turn begins, or the end if there is none.
    pub fn next_beginning(&self, n: usize) -> usize {
        let places = self.traces.iter().map(|trace| trace.next_beginning(n));
        places.filter(|at| *at > n).min().unwrap_or(self.len())
    }

    /// The same backwards.
    pub fn previous_beginning(&self, n: usize) -> usize {
        let places = self.traces.iter().map(|trace| trace.previous_beginning(n));
        places.max().unwrap_or(0)
    }
}

/// The judges on these stones: the one used in play, the other two, and two side by side.
pub fn judges(drops: &str, pieces: &[Point]) -> Vec<Scene> {
    let trace = |algorithm| Trace::judge(pieces, algorithm, Guard::On);
    let scene = |algorithm, how: &str| {
        let text = format!("{drops} Who has won? {how} Press Tab for the next judge.");
        Scene::new(text, vec![trace(algorithm)])
    };
    vec![
        scene(
            Algorithm::LastStone,
            "The judge used in play looks along the four lines through the last stone.",
        ),
        scene(
            Algorithm::DirectionTable,
            "The same, with its eight loops folded into one by a table of directions.",
        ),
        scene(
            Algorithm::AllStones,
            "Each stone of the last player is taken up, and followed in eight directions.",
        ),
        Scene::new(
            format!("{drops} Two judges side by side. Press Tab for the first judge."),
            vec![trace(Algorithm::AllStones), trace(Algorithm::LastStone)],
        ),
    ]
}
