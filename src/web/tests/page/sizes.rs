//! The picture in windows of several sizes, and the mouse in it.

use super::{Device, in_each};

/// Opens the menu in a frame of each size and clicks on its second line.
const CLICKS: &str = "
const told = [];
for (const [width, height] of [[320, 480], [390, 844], [844, 390], [500, 700], [1366, 768]]) {
  const frame = document.body.appendChild(document.createElement('iframe'));
  Object.assign(frame.style, { position: 'fixed', inset: 0, width: `${width}px`, height: `${height}px`, background: '#000' });
  frame.src = 'index.html';
  const page = () => frame.contentDocument;
  const text = () => page()?.querySelector('#text')?.textContent ?? '';
  await found(() => page()?.documentElement?.dataset.shown);
  const press = (key) => frame.contentWindow.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  await found(() => {
    press('ArrowDown');
    return text().includes('MENU');
  });
  const canvas = page().querySelector('canvas');
  const { left, top, right, bottom } = canvas.getBoundingClientRect();
  const inside = left >= 0 && top >= 0 && right <= width && bottom <= height;
  const point = (kind, [x, y], button, moved = 0) => canvas.dispatchEvent(new PointerEvent(kind, {
    isPrimary: true, button, pointerId: 1, bubbles: true,
    clientX: left + (x + moved) * (right - left) / 640, clientY: top + y * (bottom - top) / 480,
  }));
  // The second button, a drag, and a click.
  for (const [button, moved] of [[2, 0], [0, 100], [0, 0]]) {
    const before = text();
    point('pointerdown', PLACE, button, moved);
    point('pointerup', PLACE, button);
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (button === 0 && moved === 0) await found(() => text() !== before);
    else if (text() !== before) told.push(`${width}x${height}: button ${button} moved ${moved} did something`);
  }
  const opened = text().includes('OPENED');
  told.push(`${width}x${height} ${inside} ${opened}`);
  frame.remove();
}
return told.join(', ');
";

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn the_whole_picture_is_visible_and_takes_clicks_at_every_size() {
    in_each(Device::Desk, |page| {
        page.browser.go(&format!("{}icon.png", page.address));
        let script =
            CLICKS.replace("MENU", "Options").replace("OPENED", "Opening").replace("PLACE", "[240, 303]");
        let sizes = ["320x480", "390x844", "844x390", "500x700", "1366x768"];
        let expected = sizes.map(|size| format!("{size} true true")).join(", ");
        assert_eq!(page.run(&script), expected, "{:?}", page.kind);
    });
}
