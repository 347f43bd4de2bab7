// The picture: its size, its place on the page, and places in it.

const [WIDTH, HEIGHT] = [640, 480];
// A whole scale is sharper, so it is used if it is at least this part of the largest possible scale.
const WHOLE = 0.85;

export class Picture {
  constructor(canvas, frame) {
    Object.assign(this, { canvas, frame, context: canvas.getContext("2d", { alpha: false }) });
  }

  // The largest possible scale, from dots of the program to pixels of the display.
  get scale() {
    const [width, height] = [this.frame.clientWidth, this.frame.clientHeight].map((room) => Math.floor(room * devicePixelRatio));
    const fits = Math.min(width / WIDTH, height / HEIGHT);
    const whole = Math.floor(fits);
    return whole >= fits * WHOLE ? whole : fits;
  }

  // The size in pixels that the program draws. The browser shrinks a picture that is larger than its room.
  size() {
    const scale = Math.max(1, this.scale);
    return { width: Math.floor(WIDTH * scale), height: Math.floor(HEIGHT * scale) };
  }

  // Aligns the picture to whole pixels of the display, so that it is not blurred.
  fit() {
    const { scale, canvas, frame } = this;
    const [width, height] = [WIDTH, HEIGHT].map((side) => Math.max(1, Math.floor(side * scale)));
    const before = (room, taken) => `${Math.floor((room * devicePixelRatio - taken) / 2) / devicePixelRatio}px`;
    Object.assign(canvas.style, {
      width: `${width / devicePixelRatio}px`,
      height: `${height / devicePixelRatio}px`,
      marginLeft: before(frame.clientWidth, width),
      marginTop: before(frame.clientHeight, height),
      imageRendering: scale < 1 ? "auto" : "",
    });
  }

  show({ picture, width, height }) {
    const { canvas } = this;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    this.context.putImageData(new ImageData(new Uint8ClampedArray(picture), width, height), 0, 0);
  }

  // The program's picture without its scale, as a PNG.
  png() {
    const small = new OffscreenCanvas(WIDTH, HEIGHT);
    const context = small.getContext("2d");
    context.imageSmoothingEnabled = false;
    context.drawImage(this.canvas, 0, 0, WIDTH, HEIGHT);
    return small.convertToBlob();
  }
}
