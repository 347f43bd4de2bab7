// The buttons above the picture, for what is on the screen now.

// The kinds of screens that show a C program.
const CODE = ["c", "task", "lesson"];
const BOARDS = ["othello", "gomoku"];

// The part of the bar that fits a screen: the editor, a debugger, a running program, a board, or nothing.
function part({ kind, isCode, isText }) {
  if (CODE.includes(kind)) return isText ? "editor" : isCode ? "code" : "running";
  return BOARDS.includes(kind) ? "board" : "";
}

export class Bar {
  constructor(bar) {
    this.bar = bar;
    this.show({});
  }

  show(subject) {
    const now = part(subject);
    for (const button of this.bar.querySelectorAll("[data-in]")) button.hidden = !button.dataset.in.split(" ").includes(now);
  }

  toggle() {
    this.bar.hidden = !this.bar.hidden;
  }
}
