//! Tests of the server with raw HTTP requests.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;

use web::Server;

/// The response to a request for a folder with these files.
fn answer(files: &[(&str, &str)], request: &str) -> String {
    answers(files, |_| request.to_string(), 1).remove(0)
}

/// The responses to a number of requests, each made from the previous response.
fn answers(files: &[(&str, &str)], request: impl Fn(&str) -> String, count: usize) -> Vec<String> {
    let above = tempfile::tempdir().unwrap();
    let folder = above.path().join("page");
    fs::create_dir(&folder).unwrap();
    fs::write(above.path().join("secret.txt"), "not for the page").unwrap();
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(above.path().join("secret.txt"), folder.join("link.txt")).unwrap();
    let server = Server::open(&folder, ([127, 0, 0, 1], 0).into()).unwrap();
    let address = server.address().unwrap();
    thread::spawn(move || server.run());
    let place = address.strip_prefix("http://").unwrap().trim_end_matches('/');
    let mut before = String::new();
    let ask = |_| {
        let mut stream = TcpStream::connect(place).unwrap();
        write!(stream, "{}\r\nHost: {place}\r\n\r\n", request(&before)).unwrap();
        before.clear();
        stream.read_to_string(&mut before).unwrap();
        before.clone()
    };
    (0..count).map(ask).collect()
}

#[test]
fn an_unchanged_file_is_not_sent_again() {
    let tag_of = |answer: &str| {
        let tag = answer.lines().find_map(|line| line.strip_prefix("ETag: "));
        tag.map(str::to_string)
    };
    for marked in ["", "W/", "\"other\", "] {
        let again = |before: &str| match tag_of(before) {
            None => "GET / HTTP/1.1".to_string(),
            Some(tag) => format!("GET / HTTP/1.1\r\nif-none-match: {marked}{tag}"),
        };
        let told = answers(&[("index.html", "<p>It plays.</p>")], again, 2);
        assert!(told[0].starts_with("HTTP/1.1 200"), "{}", told[0]);
        assert!(told[1].starts_with("HTTP/1.1 304"), "{}", told[1]);
        assert!(!told[1].contains("It plays"), "{}", told[1]);
        assert_eq!(tag_of(&told[0]), tag_of(&told[1]));
    }
    let other = "GET / HTTP/1.1\r\nIf-None-Match: \"other\"";
    let told = answer(&[("index.html", "<p>It plays.</p>")], other);
    assert!(told.starts_with("HTTP/1.1 200"), "{told}");
}

#[test]
fn responses_have_a_content_type_and_isolation_headers() {
    let page = [("index.html", "<p>It plays.</p>")];
    let text = answer(&page, "GET / HTTP/1.1");
    assert!(text.starts_with("HTTP/1.1 200 OK\r\n"), "{text}");
    assert!(text.contains("Content-Type: text/html"), "{text}");
    assert!(text.contains("Cross-Origin-Embedder-Policy: require-corp"), "{text}");
    assert!(text.ends_with("\r\n\r\n<p>It plays.</p>"), "{text}");
    let asked = answer(&[("a b.wasm", "\0asm")], "GET /a%20b.wasm?x=1 HTTP/1.1");
    assert!(asked.contains("Content-Type: application/wasm"), "{asked}");
}

#[test]
fn files_outside_the_folder_are_not_served() {
    let targets = "/../secret.txt /%2e%2e/secret.txt /link.txt //etc/passwd secret.txt /% /%ff";
    for target in targets.split(' ') {
        let text = answer(&[], &format!("GET {target} HTTP/1.1"));
        assert!(text.starts_with("HTTP/1.1 404"), "{target}: {text}");
    }
}

#[test]
fn other_methods_than_get_are_rejected() {
    let text = answer(&[("index.html", "")], "POST / HTTP/1.1");
    assert!(text.starts_with("HTTP/1.1 405"), "{text}");
}
