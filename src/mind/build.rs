//! Embeds the crate's translations.

fn main() {
    words::embed();
}
