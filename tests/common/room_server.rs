//! A program that serves a folder and a room.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The program, which ends with the test.
pub struct RoomServer(pub Child);

impl RoomServer {
    /// Starts `qipan web --lan` on a free port of this machine. Returns the address of the room, too.
    pub fn start(program: impl AsRef<OsStr>, folder: &Path) -> (RoomServer, SocketAddr) {
        RoomServer::at(Ipv4Addr::LOCALHOST.into(), program, folder)
    }

    /// Starts it at this address of the machine.
    pub fn at(address: IpAddr, program: impl AsRef<OsStr>, folder: &Path) -> (RoomServer, SocketAddr) {
        let server = Command::new(program)
            .arg("web")
            .arg(folder)
            .args(["--lan", &SocketAddr::new(address, 0).to_string()])
            .stdout(Stdio::piped())
            .spawn();
        let mut server = RoomServer(server.unwrap());
        let mut page = String::new();
        BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut page).unwrap();
        let room = page.trim().trim_start_matches("http://").trim_end_matches('/').parse();
        (server, room.unwrap())
    }
}

impl Drop for RoomServer {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
