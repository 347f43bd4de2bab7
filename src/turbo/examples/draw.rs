//! Draws with the calls of graphics.h and writes a PNG file: `cargo run -p turbo --example draw > circles.png`.

use std::io::Write;

use turbo::dos::Screen;
use turbo::dos::bgi::{BLUE, Font, LIGHTRED, WHITE, YELLOW};

fn main() -> std::io::Result<()> {
    let mut screen = Screen::default();
    screen.setfillstyle(BLUE);
    screen.bar(0, 0, 639, 479);
    screen.setcolor(YELLOW);
    for radius in (20..200).step_by(20) {
        screen.circle(320, 240, radius);
    }
    screen.setfillstyle(LIGHTRED);
    screen.fillellipse(320, 240, 15, 15);
    screen.setcolor(WHITE);
    screen.settextstyle(Font::Tall, 2);
    screen.outtextxy(200, 450, "640x480, 16 colours");
    std::io::stdout().write_all(&screen.png_bytes())
}
