"""The other end of the line in Python, written from src/players/line/README.md alone.

    line.py ADDRESS CODE BIT GAME MOVES [CUT]

Joins a game as the guest, and plays the moves of MOVES that are its own. BIT is the lowest bit of its random
number. After CUT lines it breaks the connection and comes back. Prints the log.
"""
import hashlib
import os
import socket
import sys
import zlib

address, code, bit, game, moves = sys.argv[1:6]
cut = int(sys.argv[6]) if len(sys.argv) > 6 else None
moves = moves.split()
host, port = address.rsplit(":", 1)

log = []
own = None  # "black" or "white"
arrived = 0


def connect():
    stream = socket.create_connection((host, int(port)), timeout=30)
    file = stream.makefile("rwb", buffering=0)
    checksum = zlib.crc32("\n".join(log).encode())
    send(file, f"qipan 1 {code} {len(log)} {checksum:08x}")
    return stream, file


def send(file, line):
    assert len(line) < 80, line
    file.write(line.encode("ascii") + b"\n")


def played():
    return [entry.split()[2] for entry in log if " play " in entry]


def my_turn():
    """Whether the next move of the game is ours. Passes are part of MOVES as "pass"."""
    return own is not None and len(played()) < len(turns) and turns[len(played())][1] == own


# Each move with its colour. A pass only changes the colour.
turns = []
colour = "black"
for move in moves:
    if move != "pass":
        turns.append((move, colour))
    colour = "white" if colour == "black" else "black"


def ask(file):
    if my_turn():
        send(file, f"do {len(log)} play {turns[len(played())][0]} 0")


stream, file = connect()
commitment = None
while len(played()) < len(turns):
    line = file.readline()
    assert line.endswith(b"\n") and len(line) <= 80, line
    words = line.decode("ascii").split()
    arrived += 1
    if arrived == cut:
        # The cable is pulled: this line is lost.
        stream.shutdown(socket.SHUT_RDWR)
        stream, file = connect()
        continue
    if words[0] == "ok":
        if int(words[1]) == len(log):
            assert int(words[2], 16) == zlib.crc32("\n".join(log).encode())
            ask(file)
    elif words[0] == "offer":
        assert words[1] == game, words
    elif words[0] == "commit":
        commitment = words[1]
        number = os.urandom(15) + bytes([int(bit)])
        send(file, f"nonce {number.hex()}")
    elif words[0] == "reveal":
        theirs = bytes.fromhex(words[1])
        assert hashlib.sha256(theirs).hexdigest() == commitment
        host_is_black = (theirs[-1] ^ number[-1]) & 1 == 0
    elif words[0] == "log":
        assert int(words[1]) == len(log), words
        entry = " ".join(words[2:])
        if words[2] == "start":
            own = "white" if words[3] == "h" else "black"
        elif words[3] == "play":
            move, colour = turns[len(played())]
            assert words[4] == move, f"{words[4]} is not {move}"
            assert (words[2] == "g") == (colour == own), entry
        log.append(entry)
        ask(file)
    elif words[0] == "ping":
        send(file, "pong")
    elif words[0] == "no":
        sys.exit("refused: " + " ".join(words[1:]))
print("\n".join(log))
