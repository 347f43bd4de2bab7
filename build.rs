//! Gives the program for Windows what the Explorer shows of it: its icon, and what it is called. Without the tool for that it goes without.

use std::env::var;
use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/turbo/dos/qipan.ico");
    let is = |name: &str, value: &str| var(name).is_ok_and(|found| found == value);
    if !is("CARGO_CFG_TARGET_OS", "windows") || !is("CARGO_CFG_TARGET_ENV", "gnu") {
        return;
    }
    let folder = var("OUT_DIR").expect("Cargo names it");
    let (script, object) = (format!("{folder}/qipan.rc"), format!("{folder}/qipan.o"));
    let icon = Path::new("src/turbo/dos/qipan.ico")
        .canonicalize()
        .expect("it is there");
    let icon = icon.display().to_string().replace('\\', "/");
    fs::write(&script, resources(&icon)).expect("the folder can be written");
    let made = ["x86_64-w64-mingw32-windres", "windres"]
        .iter()
        .any(|tool| {
            let made = Command::new(tool)
                .args(["-O", "coff", &script, &object])
                .status();
            made.is_ok_and(|status| status.success())
        });
    match made {
        true => println!("cargo::rustc-link-arg-bins={object}"),
        false => println!("cargo::warning=windres is missing, so the program has no icon"),
    }
}

/// The icon, and what Windows calls the program where it offers it.
fn resources(icon: &str) -> String {
    let [version, about] = ["VERSION", "DESCRIPTION"]
        .map(|name| var(format!("CARGO_PKG_{name}")).expect("Cargo says it"));
    let numbers = version.replace('.', ",");
    format!(
        "1 ICON \"{icon}\"\n\
         1 VERSIONINFO\nFILEVERSION {numbers},0\nPRODUCTVERSION {numbers},0\nBEGIN\n\
         BLOCK \"StringFileInfo\"\nBEGIN\nBLOCK \"040904B0\"\nBEGIN\n\
         VALUE \"FileDescription\", \"qipan\"\nVALUE \"Comments\", \"{about}\"\n\
         VALUE \"ProductName\", \"qipan\"\nVALUE \"ProductVersion\", \"{version}\"\nVALUE \"FileVersion\", \"{version}\"\n\
         END\nEND\nBLOCK \"VarFileInfo\"\nBEGIN\nVALUE \"Translation\", 0x409, 1200\nEND\nEND\n"
    )
}
