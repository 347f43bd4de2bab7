//! The page without a network.

use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::{Device, Page, served};
use crate::browser::Kind;

/// Passes connections to a server until the network is off. Returns the address.
fn proxied(server: &str, is_off: Arc<AtomicBool>) -> String {
    let server = server.trim_start_matches("http://").trim_end_matches('/').to_string();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            if is_off.load(Ordering::Relaxed) {
                continue;
            }
            let server = TcpStream::connect(&server).unwrap();
            let (to_server, to_client) = (server.try_clone().unwrap(), client.try_clone().unwrap());
            let pass = |mut from: TcpStream, mut to: TcpStream| {
                thread::spawn(move || {
                    let _ = io::copy(&mut from, &mut to);
                    let _ = to.shutdown(Shutdown::Write);
                });
            };
            pass(client, to_server);
            pass(server, to_client);
        }
    });
    address
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn the_page_opens_again_without_a_network() {
    let server = served();
    for kind in Kind::installed() {
        let is_off = Arc::new(AtomicBool::new(false));
        let mut page = Page::open(kind, Device::Desk, &proxied(&server, is_off.clone()));
        page.wait(
            "caches.keys().then(async ([version]) => version && (await (await caches.open(version)).keys()).length > 30)",
        );
        page.wait("navigator.serviceWorker.controller");
        is_off.store(true, Ordering::Relaxed);
        page.play_d3();
        page.go("workshop.html");
        page.reads("What do you want to edit?");
    }
}
