"""Draws the shapes of graphics.h in a hundred sizes with qipan and with SDL_bgi, and compares them pixel by pixel.

    python3 benches/sdl_bgi.py QIPAN FOLDER [SHAPE...]

QIPAN is the program to run, FOLDER the `src` of SDL_bgi 3.0.0's source. It needs Pillow, gcc, and SDL2 with its headers.
Borland does not say through which of two pixels a line or a curve goes that passes between them, so some are drawn within a pixel.
Behind each shape that differs otherwise stands why. The status is 1 if one differs that should not, or does not that should.
"""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from PIL import Image

SIZES = range(1, 101)
WIDTH = 640
SCREEN = WIDTH * 480

STAR = "int p[12] = {320, 100, 320 + n, 240 + n, 320 - 2 * n, 200, 320 + 2 * n, 200, 320 - n, 240 + n, 320, 100};"

# A shape: its name, how it is drawn in the size n, and why it is not as SDL_bgi draws it.
SHAPES = [
    ("line", "line(320, 240, 170 + 3 * n, 140 + n * n % 201);", ""),
    ("dotted line", "setlinestyle(1 + n % 3, 0, 1); line(320, 240, 170 + 3 * n, 140 + n * n % 201);",
     "Ours are 0xCCCC, 0xFC78 and 0xF8F8 from the highest bit on, as other rewrites of BGI have them; SDL_bgi begins with the lowest, and its second one is another. No document of Borland's with these numbers was found."),
    ("line of bits", "setlinestyle(4, 0xF0A3, 1); line(320, 240, 170 + 3 * n, 140 + n * n % 201);",
     "SDL_bgi begins with the lowest bit."),
    ("thick line", "setlinestyle(0, 0, 3); line(320, 240, 170 + 3 * n, 140 + n * n % 201);", ""),
    ("xor line", "setwritemode(1); line(0, 240, 639, 100); line(320, 240, 170 + 3 * n, 140 + n * n % 201);", ""),
    ("rectangle", "rectangle(320 - n, 240 - n / 2, 320 + 2 * n, 240 + n);", ""),
    ("dashed rectangle", "setlinestyle(3, 0, 1); rectangle(320 - n, 240 - n / 2, 320 + 2 * n, 240 + n);",
     "See the dotted line; and SDL_bgi draws the lower and the left side backwards."),
    ("thick rectangle", "setlinestyle(0, 0, 3); rectangle(320 - n, 240 - n / 2, 320 + 2 * n, 240 + n);", ""),
    ("bar", "setfillstyle(1, n % 16); bar(320 - n, 240 - n / 2, 320 + 2 * n, 240 + n);", ""),
    ("pattern", "setfillstyle(n % 12, RED); bar(320 - n, 240 - n / 2, 320 + 2 * n, 240 + n);", ""),
    ("own pattern", "char p[8] = {1, 3, 7, 15, 31, 63, 127, n}; setfillpattern(p, RED); bar(300, 200, 320 + n, 240 + n);", ""),
    ("bar3d", "setfillstyle(1, RED); bar3d(320 - n, 240 - n / 2, 320 + n, 240 + n, n / 3, n % 2);",
     "SDL_bgi lets the edges rise by the depth less 4, we by three quarters of it. Borland's reference says only that a good depth is a quarter of the width."),
    ("circle", "circle(320, 240, n);", ""),
    ("thick circle", "setlinestyle(0, 0, 3); circle(320, 240, n);", ""),
    ("arc", "arc(320, 240, 3 * n, 3 * n + 100, 2 * n);", ""),
    ("thick arc", "setlinestyle(0, 0, 3); arc(320, 240, 3 * n, 3 * n + 100, 2 * n);", ""),
    ("ellipse", "ellipse(320, 240, 0, 360, 2 * n, 101 - n);",
     "SDL_bgi leaves the ends of very flat ellipses out."),
    ("part of an ellipse", "ellipse(320, 240, 3 * n, 3 * n + 100, 2 * n, 101 - n);", ""),
    ("thick ellipse", "setlinestyle(0, 0, 3); ellipse(320, 240, 0, 360, 2 * n, 101 - n);",
     "SDL_bgi draws whole ellipses thin."),
    ("fillellipse", "setfillstyle(1, RED); fillellipse(320, 240, 2 * n, 101 - n);",
     "See the ellipse."),
    ("pieslice", "setfillstyle(1, RED); pieslice(320, 240, 3 * n, 3 * n + 80, 2 * n);",
     "SDL_bgi cuts coordinates off where we round, and floods: slivers stay empty."),
    ("sector", "setfillstyle(1, RED); sector(320, 240, 3 * n, 3 * n + 80, 2 * n, 101 - n);",
     "See the pieslice."),
    ("drawpoly", STAR + " drawpoly(6, p);", ""),
    ("thick drawpoly", STAR + " setlinestyle(0, 0, 3); drawpoly(6, p);", ""),
    ("xor drawpoly", STAR + " setwritemode(1); drawpoly(6, p);", ""),
    ("fillpoly", STAR + " setfillstyle(1, RED); fillpoly(5, p);",
     "A slanted side is rounded to the other of two pixels."),
    ("floodfill", "rectangle(300 - n, 200, 320 + n, 240 + n); line(310, 200, 300 + n, 230 + n); setfillstyle(1, RED); floodfill(310, 220, 15);", ""),
    ("viewport", "setviewport(300, 200, 320 + n, 220 + n, 1); line(-20, -30, 200, 90); circle(20, 20, n); setfillstyle(1, RED); bar(5, 5, 40, n);",
     "SDL_bgi draws no bar whose bottom lies above its top."),
    ("putimage", "void *b = malloc(imagesize(0, 0, 60, 60)); setfillstyle(1, RED); bar(0, 0, 40, 40); line(0, 40, 40, 0); getimage(0, 0, 20 + n / 4, 20 + n / 3, b); putimage(20 + n, 20, b, n % 5);",
     "SDL_bgi's NOT_PUT inverts red, green and blue; BGI inverts the number of the colour."),
    ("text", "settextstyle(0, n % 2, 1 + n % 10); outtextxy(200, 100, \"Bg\");",
     "The faces differ in some dots."),
]

THEIRS = """
#include <stdio.h>
#include <stdlib.h>
#include <SDL_bgi.h>
static void draw(int n) { %s }
int main(void)
{
  int n, x, y;
  initwindow(640, 480);
  for (n = 1; n <= 100; n++) {
    graphdefaults();
    setcolor(15);
    cleardevice();
    draw(n);
    setviewport(0, 0, 639, 479, 0);
    for (y = 0; y < 480; y++)
      for (x = 0; x < 640; x++)
        putchar(getpixel(x, y));
  }
  fflush(stdout);
  _Exit(0);
}
"""

OURS = """
#include <stdlib.h>
#include <graphics.h>
void draw(int n) { %s }
main() { int gd = DETECT, gm; initgraph(&gd, &gm, ""); draw(%d); }
"""


def run(*words, **more):
    return subprocess.run(words, check=True, capture_output=True, **more).stdout


def ours(qipan, folder, body, n):
    source, picture = (os.path.join(folder, f"{n}.{kind}") for kind in ("c", "png"))
    with open(source, "w") as file:
        file.write(OURS % (body, n))
    run(qipan, "run", source, "--keys", "Esc", "--screenshot", picture)
    with Image.open(picture) as image:
        return image.tobytes()


def theirs(library, folder, body):
    source, program = os.path.join(folder, "theirs.c"), os.path.join(folder, "theirs")
    with open(source, "w") as file:
        file.write(THEIRS % body)
    flags = run("sdl2-config", "--cflags", "--libs", text=True).split()
    run("gcc", "-w", "-I", library, source, os.path.join(folder, "SDL_bgi.o"), "-o", program, *flags, "-lm")
    screens = run(program, env={**os.environ, "SDL_VIDEODRIVER": "dummy"})
    return [screens[at:at + SCREEN] for at in range(0, len(screens), SCREEN)]


def compared(one, two):
    """How many pixels differ, and how many of them by more than a pixel: no neighbour has in one picture what this one has in the other."""
    if one == two:
        return 0, 0
    places = [at for at in range(SCREEN) if one[at] != two[at]]
    around = [down + across for down in (-WIDTH, 0, WIDTH) for across in (-1, 0, 1)]

    def moved(color, picture, at):
        return any(picture[(at + by) % SCREEN] == color for by in around)

    far = [at for at in places if not (moved(one[at], two, at) and moved(two[at], one, at))]
    return len(places), len(far)


def main(qipan, library, *wanted):
    wrong = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as both:
        flags = run("sdl2-config", "--cflags", text=True).split()
        library_object = os.path.join(folder, "SDL_bgi.o")
        run("gcc", "-w", "-O1", "-c", os.path.join(library, "SDL_bgi.c"), "-o", library_object, *flags)
        for name, body, why in SHAPES:
            if wanted and name not in wanted:
                continue
            own = both.map(lambda n: ours(qipan, folder, body, n), SIZES)
            differ = [compared(one, two) for one, two in zip(own, theirs(library, folder, body))]
            all_same, near = (sum(pair[at] == 0 for pair in differ) for at in (0, 1))
            wrong += (near < len(SIZES)) != (why != "")
            print(f"{name:20}{all_same:4} the same{near - all_same:4} within a pixel{len(SIZES) - near:4} others {why}", flush=True)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
