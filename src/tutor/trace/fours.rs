//! A run of the gomoku engine's search for a win by fours.

use super::{Board, Line, Point, Run, State, Step, Trace};
use crate::engine::gomoku::vcf::{self, vcf};
use crate::engine::gomoku::{self, Coord};
use crate::games::gomoku::Game;

/// The number of fours after which the search gives up.
const LIMIT: u64 = 1000;

impl Trace {
    /// The search for a win by fours of the side to move.
    pub fn vcf(game: &Game) -> Trace {
        let board = gomoku::Board::of_game(game);
        let side = board.to_move();
        let mut steps = Vec::new();
        let win = vcf(&board, side, LIMIT, &mut |step| {
            steps.push(Step::Fours(step))
        });
        steps.push(Step::FoursDone(win.is_some()));
        Trace {
            run: Run::Fours(side),
            before: Board::Gomoku(game.pieces().to_vec()),
            steps,
        }
    }
}

fn named(place: Coord) -> Point {
    place.point().expect("the board has 15 x 15 points")
}

impl State {
    pub(super) fn take_fours(&mut self, step: vcf::Step) {
        let side = self.own();
        let other = side.other();
        match step {
            vcf::Step::AtMost(most) => {
                self.lit = Line::AtMost;
                self.forget(&["p", "q"]);
                self.set("n", most);
                self.look = None;
                self.say(|| {
                    format!(
                        "Is there a win with at most {}?",
                        super::plural(most, "four")
                    )
                });
            }
            vcf::Step::Four(place) => {
                self.lit = Line::Four;
                self.forget(&["q"]);
                let point = self.put("p", place);
                self.ringed.push((point.row(), point.col()));
                self.count("tried", 1);
                self.say(|| format!("{} makes a four: {point}.", side.name()));
            }
            vcf::Step::Answer(place) => {
                self.lit = Line::Answer;
                let point = self.put("q", place);
                self.say(|| format!("{} must stop the five: {point}.", other.name()));
                let left = self.number("n") - 1;
                self.set("n", left);
            }
            vcf::Step::Forbidden(place) => {
                self.lit = Line::Forbidden;
                let point = named(place);
                self.set("q", point.number());
                self.look = Some((point.row(), point.col()));
                self.say(|| {
                    format!(
                        "{point} is forbidden to {}: nothing stops the five.",
                        other.name()
                    )
                });
            }
            vcf::Step::Back(place) => {
                self.lit = Line::Back;
                let four = named(place);
                let mut answered = false;
                while self.pieces().pop().is_some_and(|last| last != four) {
                    answered = true;
                }
                let left = self.number("n");
                self.set("n", left + usize::from(answered));
                self.ringed.pop();
                self.look = Some((four.row(), four.col()));
                self.count("back", 1);
                self.say(|| match (answered, left) {
                    (false, _) => format!("{four} makes no four: it is taken back."),
                    (true, 0) => {
                        format!("No five, and no more fours are allowed: {four} is taken back.")
                    }
                    (true, _) => format!("No four leads on from here: {four} is taken back."),
                });
            }
            vcf::Step::Five(place) => {
                self.lit = Line::Five;
                let point = self.put("p", place);
                self.ringed.push((point.row(), point.col()));
                self.say(|| format!("Five: {point}."));
            }
        }
    }

    pub(super) fn fours_done(&mut self, found: bool) {
        self.lit = if found { Line::Whole } else { Line::Return };
        self.look = None;
        let side = self.own();
        let fours = self.ringed.len().saturating_sub(1);
        self.say(|| match found {
            true => format!(
                "Returns 1: {} wins with {}.",
                side.name(),
                super::plural(fours, "four")
            ),
            false => format!("Returns 0: {} has no win by fours.", side.name()),
        });
    }

    /// The next stone is dropped there, and its point is the variable's value.
    fn put(&mut self, name: &str, place: Coord) -> Point {
        let point = named(place);
        self.pieces().push(point);
        self.set(name, point.number());
        self.look = Some((point.row(), point.col()));
        point
    }
}
