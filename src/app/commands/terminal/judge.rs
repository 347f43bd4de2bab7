//! `qipan judge`: finds the winners of gomoku records.

use std::fmt::Display;
use std::io;

use games::gomoku::judge::{Algorithm, judge_counting};
use games::gomoku::record;
use games::stone::{Outcome, Stone};

use crate::commands::input::{self, LONGEST_LINE, Line};
use crate::commands::options::one_of;
use crate::commands::{Failure, complain, failed, print};
use words::say;

#[derive(clap::Args)]
pub(crate) struct Judge {
    /// How to look for five in a row; last-stone is the method used in play.
    #[arg(long, value_name = "NAME", value_parser = one_of(&Algorithm::ALL), default_value_t = Algorithm::LastStone)]
    algorithm: Algorithm,
    /// Also print the number of points that the algorithm examined.
    #[arg(long)]
    count: bool,
    /// Two digits per stone, column and row, 0 to e; boards other than 15x15 need their size first, such as
    /// '20x20 7778'; - reads records from standard input, one per line.
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<String>,
}

/// Prints a line for each record. Reports bad records on standard error and continues.
pub(crate) fn run(Judge { algorithm, count, records }: Judge) -> Result<(), Failure> {
    let mut status = 0;
    for (text, n) in records.iter().zip(1..) {
        if text != "-" {
            match judged(text, algorithm, count) {
                Ok(line) => print(&line)?,
                Err(error) => {
                    complain(&say!("record {n}: {error}", n, error));
                    status = 2;
                }
            }
            continue;
        }
        for (line, n) in input::lines(io::stdin().lock()).zip(1..) {
            let line = line.map_err(|e| failed(say!("cannot read standard input: {e}", e)))?;
            let judged = match line {
                Line::Text(line) => judged(&line, algorithm, count).map_err(|e| e.to_string()),
                Line::TooLong => Err(say!("it has more than {LONGEST_LINE} bytes", LONGEST_LINE)),
            };
            match judged {
                Ok(line) => print(&line)?,
                Err(error) => {
                    complain(&say!("line {n}: {error}", n, error));
                    status = status.max(1);
                }
            }
        }
    }
    match status {
        0 => Ok(()),
        status => Err(Failure::Reported(status)),
    }
}

/// Formats the winner of a record for printing.
fn judged(text: &str, algorithm: Algorithm, count: bool) -> Result<String, impl Display + use<>> {
    record::of_freestyle(text).map(|(size, pieces)| {
        let (outcome, examined) = judge_counting(algorithm, size, &pieces);
        let outcome = match outcome {
            Some(Outcome::Won(Stone::Black)) => say!("black||the winner"),
            Some(Outcome::Won(Stone::White)) => say!("white||the winner"),
            Some(Outcome::Draw) => say!("draw||instead of a winner"),
            None => say!("none||of winners"),
        };
        if count { format!("{outcome} {examined}") } else { outcome.to_string() }
    })
}
