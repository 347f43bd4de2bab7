//! The options of a game over the network.

use std::net::{SocketAddr, ToSocketAddrs};

use rand::RngExt;

use super::options::Options;
use super::{Failure, failed, print, usage};
use crate::play::online::{self, DOCUMENT};
use crate::play::session::{ActiveGame, Session};
use games::Game;
use players::line::{End, Line, Offer, Role};
use store::Document;
use turbo::dos::Quit;
use words::say;

/// The length of a code in letters.
const CODE: usize = 6;

#[derive(clap::Args)]
#[command(next_help_heading = "Over the network")]
pub(crate) struct Network {
    /// Wait for a friend at this address of this computer, and print the address and the code that the friend
    /// needs. Without an address only this computer can connect; 0.0.0.0:4040 is for all networks.
    #[arg(long, value_name = "ADDRESS:PORT", num_args = 0..=1, default_missing_value = "127.0.0.1:0")]
    wait: Option<SocketAddr>,
    /// Join the friend who waits at this address. Also after a lost connection.
    #[arg(long, value_names = ["ADDRESS:PORT", "CODE"], num_args = 2, conflicts_with = "wait")]
    join: Option<Vec<String>>,
    /// With --wait: use the code of an earlier game, and go on with it when the friend comes back.
    #[arg(long, value_name = "CODE", requires = "wait")]
    code: Option<String>,
}

/// A line, and the lines of text that tell what the friend needs.
pub(crate) struct Call {
    line: Line,
    about: Vec<String>,
}

impl Network {
    pub(crate) fn is_asked(&self) -> bool {
        self.wait.is_some() || self.join.is_some()
    }

    /// Opens the line, if the options ask for it, and prints the address and the code of a new one.
    pub(crate) fn open(self, game: &dyn Game, options: &Options) -> Result<Option<Call>, Failure> {
        // A scripted run repeats its games exactly.
        let nonce = if options.is_scripted() { [0; 16] } else { rand::random() };
        let store = options.store();
        let saved = |role: Role, code: &str| {
            let Some(Document::Text(text)) = store.as_ref().and_then(|store| store.read(DOCUMENT).ok())
            else {
                return Vec::new();
            };
            let log = text.strip_prefix(&format!("{role} {code}\n"));
            log.map_or(Vec::new(), |log| log.lines().map(str::to_string).collect())
        };
        if let Some(words) = self.join {
            let [address, code] =
                <[String; 2]>::try_from(words).map_err(|_| usage(say!("--join needs a code")))?;
            let code = checked(&code)?;
            let mut found = address.to_socket_addrs().map_err(|why| usage(format!("{address}: {why}")))?;
            let found = found.next().ok_or_else(|| usage(say!("there is no address {address}", address)))?;
            let end =
                End::guest(&code, game.name(), nonce).resumed(&saved(Role::Guest, &code)).map_err(failed)?;
            let line = Line::join(found, end);
            let about = vec![say!("Connecting to {address}.", address)];
            return Ok(Some(Call { line, about }));
        }
        let Some(address) = self.wait else { return Ok(None) };
        let offer = Offer::new(game, options.time());
        let offer = offer.ok_or_else(|| usage(say!("a game over the network begins from the start")))?;
        let code = self.code.as_deref().map(checked).transpose()?;
        let resumes = code.is_some();
        let code = code.unwrap_or_else(|| {
            let mut random = rand::rng();
            (0..CODE).map(|_| char::from(random.random_range(b'A'..=b'Z'))).collect()
        });
        let mut end = End::host(&code, offer, nonce);
        if resumes {
            let log = saved(Role::Host, &code);
            end = end.resumed(&log).map_err(failed)?;
        }
        let line = Line::wait(address, end).map_err(|why| failed(format!("{address}: {why}")))?;
        let address = line.address().unwrap_or(address);
        print(&format!("{address} {code}"))?;
        let mut about = vec![say!("Address: {address}", address), say!("Code: {code}", code)];
        if address.ip().is_loopback() {
            about.push(say!("Only this computer can connect.").to_string());
        }
        Ok(Some(Call { line, about }))
    }
}

/// Returns the code in capital letters.
fn checked(code: &str) -> Result<String, Failure> {
    match code.len() == CODE && code.bytes().all(|letter| letter.is_ascii_alphabetic()) {
        true => Ok(code.to_ascii_uppercase()),
        false => Err(usage(say!("'{code}' is not a code of six letters", code = code.escape_debug()))),
    }
}

/// Waits for the friend. Returns the game, if there is one.
pub(crate) fn begin(session: &mut Session<'_>, call: Call) -> Result<Option<ActiveGame>, Quit> {
    online::begin(session, call.line, &call.about)
}
