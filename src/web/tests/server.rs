//! The server of a folder, asked as a browser would.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;

use web::Server;

/// What the server of a folder with these files answers to a request.
fn answer(files: &[(&str, &str)], request: &str) -> String {
    let above = tempfile::tempdir().unwrap();
    let folder = above.path().join("page");
    fs::create_dir(&folder).unwrap();
    fs::write(above.path().join("secret.txt"), "not for the page").unwrap();
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(above.path().join("secret.txt"), folder.join("link.txt")).unwrap();
    let server = Server::open(&folder, 0).unwrap();
    let address = server.address().unwrap();
    thread::spawn(move || server.run());
    let place = address
        .strip_prefix("http://")
        .unwrap()
        .trim_end_matches('/');
    let mut stream = TcpStream::connect(place).unwrap();
    write!(stream, "{request}\r\nHost: {place}\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_file_comes_with_its_kind_and_may_share_memory() {
    let page = [("index.html", "<p>It plays.</p>")];
    let text = answer(&page, "GET / HTTP/1.1");
    assert!(text.starts_with("HTTP/1.1 200 OK\r\n"), "{text}");
    assert!(text.contains("Content-Type: text/html"), "{text}");
    assert!(
        text.contains("Cross-Origin-Embedder-Policy: require-corp"),
        "{text}"
    );
    assert!(text.ends_with("\r\n\r\n<p>It plays.</p>"), "{text}");
    let asked = answer(&[("a b.wasm", "\0asm")], "GET /a%20b.wasm?x=1 HTTP/1.1");
    assert!(asked.contains("Content-Type: application/wasm"), "{asked}");
}

#[test]
fn nothing_outside_the_folder_is_served() {
    let targets = [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/link.txt",
        "//etc/passwd",
        "secret.txt",
        "/%",
        "/%ff",
    ];
    for target in targets {
        let text = answer(&[], &format!("GET {target} HTTP/1.1"));
        assert!(text.starts_with("HTTP/1.1 404"), "{target}: {text}");
    }
}

#[test]
fn nothing_can_be_written_by_asking() {
    let text = answer(&[("index.html", "")], "POST / HTTP/1.1");
    assert!(text.starts_with("HTTP/1.1 405"), "{text}");
}
