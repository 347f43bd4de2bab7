/* Othello with other globals: a board with a border,
   and a struct for each player. */
#include <stdio.h>
#include <graphics.h>
#include <conio.h>

#define SIDE  8
#define CELL  40
#define X(c)  (80 + CELL * (c))

enum stone { NONE, DARK, LIGHT, BORDER };
struct player { char *name; int stones, y, colour; };

static char field[SIDE + 2][SIDE + 2];
static struct player players[3] = {
  { "", 0, 0, 0 },
  { "Black", 2, 200, BLACK },
  { "White", 2, 300, WHITE }
};
static int current = DARK;

static void Stone(int x, int y, int who)
{
  setcolor(players[who].colour);
  setfillstyle(SOLID_FILL, players[who].colour);
  fillellipse(x, y, 15, 15);
}

static void Square(int r, int c)
{
  setfillstyle(SOLID_FILL, RED);
  bar(X(c) - 17, X(r) - 17, X(c) + 17, X(r) + 17);
  if (field[r][c] == DARK || field[r][c] == LIGHT)
    Stone(X(c), X(r), field[r][c]);
}

static void Scores(void)
{
  int p;
  char line[10];

  for (p = DARK; p <= LIGHT; p++) {
    setfillstyle(SOLID_FILL, RED);
    bar(530, players[p].y - 12, 578, players[p].y + 11);
    setcolor(WHITE);
    settextstyle(DEFAULT_FONT, HORIZ_DIR, 3);
    sprintf(line, "%d", players[p].stones);
    outtextxy(530, players[p].y - 11, line);
  }
}

/* Turns over from (r,c), or only counts. */
static int Flip(int r, int c, int who, int really)
{
  int dr, dc, n, k, all = 0;

  if (field[r][c] != NONE)
    return 0;
  for (dr = -1; dr <= 1; dr++)
    for (dc = -1; dc <= 1; dc++) {
      if (!dr && !dc)
        continue;
      for (n = 1; field[r + n * dr][c + n * dc] == 3 - who; n++)
        ;
      if (field[r + n * dr][c + n * dc] != who)
        continue;
      all += n - 1;
      for (k = 1; really && k < n; k++) {
        field[r + k * dr][c + k * dc] = who;
        Square(r + k * dr, c + k * dc);
      }
    }
  return all;
}

static int Stuck(int who)
{
  int r, c;

  for (r = 1; r <= SIDE; r++)
    for (c = 1; c <= SIDE; c++)
      if (Flip(r, c, who, 0))
        return 0;
  return 1;
}

static void Begin(void)
{
  int i, r, c;

  setfillstyle(SOLID_FILL, RED);
  bar(0, 0, getmaxx(), getmaxy());
  setcolor(WHITE);
  for (i = 0; i <= SIDE; i++) {
    line(100, 100 + CELL * i, 420, 100 + CELL * i);
    line(100 + CELL * i, 100, 100 + CELL * i, 420);
  }
  for (i = 0; i < SIDE + 2; i++)
    field[0][i] = field[SIDE + 1][i] = field[i][0] = field[i][SIDE + 1] = BORDER;
  field[4][4] = field[5][5] = LIGHT;
  field[4][5] = field[5][4] = DARK;
  for (r = 4; r <= 5; r++)
    for (c = 4; c <= 5; c++)
      Square(r, c);
  Stone(500, 200, DARK);
  Stone(500, 300, LIGHT);
}

/* One player's turn. 0 when Esc leaves the game. */
static int Turn(void)
{
  int r = 0, c = 1, failed = 0, got, key;
  struct player *me = &players[current], *you = &players[3 - current];

  for (;;) {
    Scores();
    Stone(X(c), X(r), current);
    key = getch();
    if (key == 27)
      return 0;
    if (key == 13 || key == ' ') {
      if (r == 0 || field[r][c] != NONE)
        continue;
      got = Flip(r, c, current, 1);
      if (got > 0) {
        field[r][c] = current;
        me->stones += got + 1;
        you->stones -= got;
        break;
      }
      if (++failed > 64 - me->stones - you->stones)
        break;
      continue;
    }
    Square(r, c);
    if (key != 0)
      continue;
    key = getch();
    if (key == 72 && r > 1) r--;
    else if (key == 80 && r < SIDE) r++;
    else if (key == 75 && c > 1 && r > 0) c--;
    else if (key == 77 && c < SIDE && r > 0) c++;
  }
  Square(r, c);
  current = 3 - current;
  return 1;
}

int main()
{
  int driver = DETECT, mode, left = 0;
  int b, w;

  initgraph(&driver, &mode, "");
  Begin();
  while (!left && !(Stuck(DARK) && Stuck(LIGHT)))
    left = !Turn();
  if (!left) {
    Scores();
    b = players[DARK].stones;
    w = players[LIGHT].stones;
    setcolor(WHITE);
    settextstyle(DEFAULT_FONT, HORIZ_DIR, 2);
    outtextxy(470, 392, b > w ? "Black wins" : b < w ? "White wins" : "A draw");
    getch();
  }
  closegraph();
  return 0;
}
