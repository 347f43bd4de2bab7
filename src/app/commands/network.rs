//! The options of a game over the network.

use std::net::SocketAddr;

use super::options::Options;
use super::{Failure, failed, print, usage};
use crate::play::friend::{Call, Last, checked, nonce};
use games::Game;
use players::line::{Offer, Role};
use words::say;

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

impl Network {
    pub(crate) fn is_asked(&self) -> bool {
        self.wait.is_some() || self.join.is_some()
    }

    /// Opens the line, if the options ask for it, and prints the address and the code of a new one.
    pub(crate) fn open(self, game: &dyn Game, options: &Options) -> Result<Option<Call>, Failure> {
        // A page has no sockets.
        if cfg!(target_family = "wasm") {
            return Ok(None);
        }
        let nonce = nonce(options.is_scripted());
        let last = |role| options.store().as_ref().and_then(|store| Last::read(store, role));
        if let Some(words) = self.join {
            let [address, code] =
                <[String; 2]>::try_from(words).map_err(|_| usage(say!("--join needs a code")))?;
            let code = checked(&code).map_err(usage)?;
            let call = Call::join(address, &code, game.name(), nonce, last(Role::Guest)).map_err(usage)?;
            return Ok(Some(Call { keys_are_moves: true, ..call }));
        }
        let Some(address) = self.wait else { return Ok(None) };
        let offer = Offer::new(game, options.time());
        let offer = offer.ok_or_else(|| usage(say!("a game over the network begins from the start")))?;
        let code = self.code.as_deref().map(checked).transpose().map_err(usage)?;
        let call = Call::wait(address, code, offer, nonce, last(Role::Host)).map_err(failed)?;
        let (address, code) =
            (call.line.address().unwrap_or(address), call.line.see(|end| end.code().to_string()));
        print(&format!("{address} {code}"))?;
        Ok(Some(Call { keys_are_moves: true, ..call }))
    }
}
