//! `qipan install`: installs the files that a desktop needs.

use std::env;
use std::path::{Path, PathBuf};
use words::say;

use super::manual::{SHELLS, pages, script};
use crate::commands::failure::{cannot, path};
use crate::commands::{Failure, complain, failed, print, usage};
use store::installed::{Done, marked, put, take_back};
use turbo::dos::icon;

/// The sizes of the bitmap icons in pixels.
const SIZES: [i32; 6] = [16, 32, 48, 64, 128, 256];

/// The unique application ID, a domain in reverse order with the program's name. A publisher builds with their own
/// in `QIPAN_ID`.
const ID: &str = match option_env!("QIPAN_ID") {
    Some(id) => id,
    None => "io.github.qipan.qipan",
};

/// The time of the release in seconds since 1970, in a reproducible build.
const RELEASED: Option<&str> = option_env!("SOURCE_DATE_EPOCH");

#[derive(clap::Args)]
#[command(after_help = "\
Without --prefix everything goes to ~/.local/share, or to $XDG_DATA_HOME; the manual
goes where man finds it, which for ~/.cargo/bin is ~/.cargo/share. A file that is
not qipan's own, or that was changed, stays as it is. With DESTDIR in the
environment everything goes below that folder, to be packed. On Windows, without
--prefix, C files are opened with the editor, unless another program does that.")]
pub(crate) struct Install {
    /// Put everything into DIR/share, such as /usr/local.
    #[arg(long, value_name = "DIR")]
    prefix: Option<PathBuf>,
    /// Undo the installation.
    #[arg(long)]
    uninstall: bool,
}

/// Files, each with its path and contents.
type Files = Vec<(PathBuf, Vec<u8>)>;

/// Installs or removes the files, and reports them.
pub(crate) fn run(asked: Install, table: clap::Command) -> Result<(), Failure> {
    let packed = env::var_os("DESTDIR").filter(|dir| !dir.is_empty());
    if cfg!(any(windows, target_os = "macos")) && asked.prefix.is_none() && packed.is_none() {
        return without_files(asked.uninstall);
    }
    let share = match (&asked.prefix, &packed) {
        (Some(prefix), _) => prefix.join("share"),
        (None, Some(_)) => "/usr/share".into(),
        (None, None) => {
            dirs::data_dir().ok_or_else(|| usage(say!("no home folder; name a folder with --prefix")))?
        }
    };
    let program = env::current_exe().map_err(failed)?;
    let (share, manual, name) = match packed {
        Some(root) => {
            let share = Path::new(&root).join(share.strip_prefix("/").unwrap_or(&share));
            (share.clone(), share, "qipan")
        }
        None => {
            let share = std::path::absolute(&share).map_err(|error| cannot(say!("use"), &share, error))?;
            let manual = beside(&program).filter(|_| asked.prefix.is_none());
            let name = program.to_str().ok_or_else(|| {
                let program = path(&program);
                failed(say!("{program} has a name that is not UTF-8", program))
            })?;
            (share.clone(), manual.unwrap_or(share), name)
        }
    };
    let mut all = Done::default();
    let pages = (manual, manual_pages(table.clone())?);
    for (folder, files) in [(share, files(name, &table)), pages] {
        let at = |(file, bytes)| (folder.join::<PathBuf>(file), bytes);
        let files: Files = files.into_iter().map(at).collect();
        let Done { done, left } = match asked.uninstall {
            true => take_back(&folder, &files).map_err(failed)?,
            false => put(&files).map_err(failed)?,
        };
        all.done.extend(done);
        all.left.extend(left);
    }
    report(&all, asked.uninstall)
}

/// Registers the editor for C files on Windows, or removes the registration.
#[cfg(windows)]
fn without_files(uninstall: bool) -> Result<(), Failure> {
    use store::registry::{Opener, put, take_back};
    if uninstall {
        return match take_back().map_err(failed)? {
            true => print(&say!("C files are no longer opened with the editor")),
            false => print(&say!("there was nothing to remove")),
        };
    }
    let program = env::current_exe().map_err(failed)?;
    match put(&program.to_string_lossy()).map_err(failed)? {
        Opener::Ours => print(&say!("C files are opened with the editor now")),
        Opener::Other(other) => {
            print(&say!("C files stay with {other}; \"Open with\" offers the editor", other))
        }
    }
}

#[cfg(not(windows))]
fn without_files(_: bool) -> Result<(), Failure> {
    let what = say!("macOS has no such desktop; --prefix DIR writes the files anyway");
    Err(usage(what))
}

fn report(Done { done, left }: &Done, uninstalled: bool) -> Result<(), Failure> {
    for file in done {
        let path = path(file);
        print(&if uninstalled { say!("removed {path}", path) } else { say!("wrote {path}", path) })?;
    }
    for file in left {
        complain(&say!("{path} was kept: it was changed, or is not a file of qipan", path = path(file)));
    }
    match (done.is_empty(), left.is_empty()) {
        (_, false) => Err(Failure::Reported(1)),
        (true, true) if uninstalled => print(&say!("there was nothing to remove")),
        (true, true) => print(&say!("everything was already installed")),
        (false, true) => Ok(()),
    }
}

/// Returns the `share` folder beside a user's own `bin` folder, such as Cargo's. `man` looks for pages there.
fn beside(program: &Path) -> Option<PathBuf> {
    let bin = program.parent().filter(|folder| folder.ends_with("bin"))?;
    let share = bin.parent()?.join("share");
    share.starts_with(dirs::home_dir()?).then_some(share)
}

/// The start and end of a comment in scripts and desktop entries.
const HASH: (&str, &str) = ("# ", "");
/// The start and end of a comment in XML.
const XML: (&str, &str) = ("<!-- ", " -->");
/// The start and end of a comment in a manual page.
const ROFF: (&str, &str) = (".\\\" ", "");

/// Returns the files for the desktop and the shells, relative to `share`. The menu entry starts `program`.
fn files(program: &str, table: &clap::Command) -> Files {
    let mut files: Files = SIZES
        .map(|side| {
            let file = format!("icons/hicolor/{side}x{side}/apps/qipan.png");
            (file.into(), icon::png(side))
        })
        .into();
    let metainfo_file = format!("metainfo/{ID}.metainfo.xml");
    for (file, text, comment) in [
        ("applications/qipan.desktop", entry(program), HASH),
        (&metainfo_file, metainfo(), XML),
        ("icons/hicolor/scalable/apps/qipan.svg", icon::svg(), XML),
    ] {
        files.push((file.into(), marked(text.into_bytes(), comment)));
    }
    for (shell, file) in SHELLS {
        files.push((file.into(), marked(script(shell, table.clone()), HASH)));
    }
    files
}

fn manual_pages(table: clap::Command) -> Result<Files, Failure> {
    let page = |(name, page)| (format!("man/man1/{name}.1").into(), marked(page, ROFF));
    Ok(pages(table).map_err(failed)?.into_iter().map(page).collect())
}

/// Returns the desktop's menu entry. It includes C++ because desktops mistake `QIPAN.C` for C++. Its window
/// class must match `dos/window.rs`.
fn entry(program: &str) -> String {
    format!(
        "[Desktop Entry]\n\
         Type=Application\n\
         Name=qipan\n\
         GenericName=Othello and gomoku\n\
         Comment={}\n\
         Keywords=reversi;othello;gomoku;renju;dos;\n\
         Categories=Game;BoardGame;\n\
         Exec={} %f\n\
         TryExec={}\n\
         MimeType=text/x-csrc;text/x-c++src;\n\
         Icon=qipan\n\
         StartupWMClass=qipan\n\
         Terminal=false\n",
        env!("CARGO_PKG_DESCRIPTION"),
        quoted(program),
        program.replace('\\', "\\\\"),
    )
}

/// Quotes a program for the `Exec` line of a desktop entry.
pub fn quoted(program: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    if program.chars().all(plain) {
        return program.to_string();
    }
    let mut quoted = String::new();
    for c in program.chars() {
        match c {
            '"' | '`' | '$' | '\\' => quoted.extend(['\\', c]),
            '%' => quoted += "%%",
            c => quoted.push(c),
        }
    }
    // Entries also double backslashes within quotes.
    format!("\"{}\"", quoted.replace('\\', "\\\\"))
}

/// Returns the description for software catalogues.
fn metainfo() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let releases = RELEASED.map_or(String::new(), |seconds| {
        format!("  <releases>\n    <release version=\"{version}\" timestamp=\"{seconds}\"/>\n  </releases>\n")
    });
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <component type=\"desktop-application\">\n\
         \x20 <id>{ID}</id>\n\
         \x20 <metadata_license>MIT</metadata_license>\n\
         \x20 <project_license>{}</project_license>\n\
         \x20 <name>qipan</name>\n\
         \x20 <summary>Othello and gomoku as a DOS program played them</summary>\n\
         \x20 <description>\n\
         \x20   <p>{}.</p>\n\
         \x20   <p>For two players, or against the computer: twelve levels, or an opponent that learns from its games.\n\
         \x20     A tutor steps through the C program itself, forwards and back, and asks before it shows.</p>\n\
         \x20 </description>\n\
         \x20 <launchable type=\"desktop-id\">qipan.desktop</launchable>\n\
         \x20 <icon type=\"stock\">qipan</icon>\n\
         \x20 <categories>\n\
         \x20   <category>Game</category>\n\
         \x20   <category>BoardGame</category>\n\
         \x20 </categories>\n\
         \x20 <provides>\n\
         \x20   <binary>qipan</binary>\n\
         \x20 </provides>\n\
         \x20 <developer_name>The authors of qipan</developer_name>\n\
         {releases}\
         \x20 <content_rating type=\"oars-1.1\"/>\n\
         </component>\n",
        env!("CARGO_PKG_LICENSE"),
        env!("CARGO_PKG_DESCRIPTION"),
    )
}
