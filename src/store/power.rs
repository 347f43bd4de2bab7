//! The power supply.

use std::fs;
use std::path::Path;

use super::disk::list;

/// True if the computer runs on its battery. Known on Linux only.
pub fn on_battery() -> bool {
    let folder = Path::new("/sys/class/power_supply");
    let state = |name: String| fs::read_to_string(folder.join(name).join("status")).unwrap_or_default();
    list(folder).unwrap_or_default().into_iter().any(|supply| state(supply).trim() == "Discharging")
}
