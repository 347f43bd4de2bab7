//! The power supply.

use std::fs;

/// True if the computer runs on its battery. Known on Linux only.
pub fn on_battery() -> bool {
    let supplies = fs::read_dir("/sys/class/power_supply").into_iter().flatten().flatten();
    let mut states = supplies.filter_map(|supply| fs::read_to_string(supply.path().join("status")).ok());
    states.any(|state| state.trim() == "Discharging")
}
