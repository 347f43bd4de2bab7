// The connection to the room of the server that the page comes from: a WebSocket for the program.

// The time without a line after which the connection counts as lost, between two lines that keep it, and before the next attempt, in
// milliseconds.
const [LONGEST_SILENCE, PING, AGAIN] = [30000, 10000, 1000];

// Whether the server has a room. A page in one file has no server.
export async function hasRoom() {
  if (location.protocol !== "http:" || self.origin === "null") return false;
  return fetch("room").then(({ ok }) => ok, () => false);
}

export class Room {
  // `tell` receives the events of a connection.
  constructor(tell) {
    this.tell = tell;
  }

  // Makes the connection with this number, or ends the last one.
  call(number) {
    this.end?.();
    this.end = null;
    if (number) this.open(number);
  }

  open(call) {
    const socket = new WebSocket(new URL("room", location.href.replace(/^http/, "ws")));
    let heard = Date.now();
    const timer = setInterval(() => Date.now() - heard > LONGEST_SILENCE ? lost() : this.send("ping"), PING);
    const end = () => {
      clearInterval(timer);
      Object.assign(socket, { onopen: null, onmessage: null, onclose: null });
      socket.close();
    };
    const lost = () => {
      end();
      this.tell({ call, event: "-" });
      const again = setTimeout(() => this.open(call), AGAIN);
      this.end = () => clearTimeout(again);
    };
    socket.onopen = () => this.tell({ call, event: "+" });
    socket.onmessage = ({ data }) => {
      heard = Date.now();
      this.tell({ call, text: data });
    };
    socket.onclose = lost;
    Object.assign(this, { socket, end });
  }

  send(line) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(`${line}\n`);
  }
}
