// The links to the screen, in several forms.

import { withLink } from "./cart.js";
import { linkTo } from "./links.js";
import { say } from "./notice.js";
import { download } from "./saving.js";
import { translate } from "./translate.js";

// Copies a text. The link of a game gets the address of this page, and phones show their share sheet for it.
export function copy(words) {
  if (!/^#(othello|gomoku)=\S+$/.test(words)) return navigator.clipboard.writeText(words);
  const url = location.href.replace(/#.*/, "") + words;
  const put = () => navigator.clipboard.writeText(url);
  return navigator.share && matchMedia("(pointer: coarse)").matches ? navigator.share({ url }).catch(put) : put();
}

// Copies the link to a screen and offers other forms of it. If the page may not use the clipboard, it only shows the link.
export async function share({ kind, which }, picture) {
  // A task, and a game before its first move, keep the link of this page.
  const own = location.hash.startsWith(`#${kind}=`) ? location.hash : "";
  const part = kind === "task" ? own : await linkTo(kind, which ?? "") || own;
  const link = location.href.replace(/#.*/, "") + part;
  const done = () => say("");
  const frame = `<iframe src="${link}&embed" width="660" height="560"></iframe>`;
  const buttons = part ? [[translate("Copy as <iframe>"), () => copy(frame).then(done, () => say(frame))]] : [];
  if (kind === "c") buttons.push([translate("Save as a picture"), async () => {
    download(withLink(await picture.png(), part.slice(1)), "qipan-cart.png");
    done();
  }]);
  if (navigator.share) buttons.push([translate("Send"), () => navigator.share({ url: link }).then(done, () => {})]);
  const said = (words) => () => say(`${words}\n${link}`, { buttons });
  await copy(link).then(said(translate("Copied the link:")), said(translate("The link:")));
}
