/* QIPAN.C: Othello for two players, in Turbo C.

   The arrow keys move the stone, Enter or Space
   drops it, Esc leaves the game. */

#include <stdio.h>
#include <bios.h>
#include <graphics.h>

/* What bioskey(0) gives for a key: the high byte
   is its place on the keyboard, the low byte its
   character, or 0 when it has none. */
#define UP    0x4800
#define DOWN  0x5000
#define LEFT  0x4B00
#define RIGHT 0x4D00
#define ENTER 0x1C0D
#define SPACE 0x3920
#define ESC   0x011B

/* The stones on the board: 1 is black, 2 is
   white, 0 is an empty cell. The row comes first:
   Map[0][1] is the second cell of the first row.
   The cell at the pixel (x,y) has the row
   (y-120)/40 and the column (x-120)/40. */
int Map[8][8];

/* The number of the turn. Odd is black's, even is
   white's. */
int t;

/* The failed tries in this turn. */
int tries;

/* score[1] is black's, score[2] is white's. */
int score[3];

void DrawQp(void);
int Playtoplay(void);
void SetPlayColor(int t);
void PutStone(int x, int y, int t);
void MoveColor(int x, int y);
int QpChange(int x, int y, int t);
void TurnOver(int row, int col, int t);
int CanMove(int t);
int Encloses(int row, int col, int t);
int OnBoard(int row, int col);
void DoScore(void);
void PrintScore(int n);
void PlayWin(void);

int main(void)
{
  int gd = DETECT, gm;

  initgraph(&gd, &gm, "");
  DrawQp();
  if (Playtoplay())
    bioskey(0);
  closegraph();
  return 0;
}

/* Draws the board ("qipan") and sets the game up:
   four stones, both scores 2. */
void DrawQp(void)
{
  int i, row, col;

  /* setbkcolor(RED) would do this too, but it
     turns all that is drawn in BLACK red. */
  setfillstyle(SOLID_FILL, RED);
  bar(0, 0, 639, 479);
  setcolor(WHITE);
  for (i = 100; i <= 420; i += 40) {
    line(100, i, 420, i);
    line(i, 100, i, 420);
  }
  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++)
      Map[row][col] = 0;
  TurnOver(3, 3, 2);
  TurnOver(3, 4, 1);
  TurnOver(4, 3, 1);
  TurnOver(4, 4, 2);
  t = 0;
  tries = 0;
  PutStone(500, 200, 1);
  PutStone(500, 300, 2);
  score[1] = 2;
  score[2] = 2;
  PrintScore(1);
  PrintScore(2);
}

/* The game: two nested loops. The outer one
   changes the player. The inner one is one
   player, who moves the stone and tries to drop
   it. Returns 0 when Esc left the game. */
int Playtoplay(void)
{
  int x, y, row, col, key;

  while (CanMove(1) || CanMove(2)) {
    t++;
    tries = 0;
    x = 120;
    y = 80;
    while (1) {
      PrintScore(1);
      PrintScore(2);
      PutStone(x, y, t);
      key = bioskey(0);
      if (key == ESC)
        return 0;
      if (key == ENTER || key == SPACE) {
        /* At the start y is 80 and the row -1: &&
           then does not look at Map. */
        row = (y - 120) / 40;
        col = (x - 120) / 40;
        if (y != 80 && Map[row][col] != 1
            && Map[row][col] != 2) {
          if (QpChange(x, y, t)) {
            if (t % 2 == 1)
              Map[row][col] = 1;
            else
              Map[row][col] = 2;
            DoScore();
            break;
          }
          tries++;
          /* More tries than empty cells: the turn
             is lost. */
          if (tries > 64 - score[1] - score[2])
            break;
        }
      } else {
        MoveColor(x, y);
        if (key == UP && y > 120)
          y -= 40;
        if (key == DOWN && y < 400)
          y += 40;
        if (key == LEFT && x > 120 && y > 80)
          x -= 40;
        if (key == RIGHT && x < 400 && y > 80)
          x += 40;
      }
    }
    MoveColor(x, y);
  }
  PrintScore(1);
  PrintScore(2);
  PlayWin();
  return 1;
}

/* Sets the colour of the player whose turn t is:
   black when it is odd, white when it is even. */
void SetPlayColor(int t)
{
  if (t % 2 == 1) {
    setcolor(BLACK);
    setfillstyle(SOLID_FILL, BLACK);
  } else {
    setcolor(WHITE);
    setfillstyle(SOLID_FILL, WHITE);
  }
}

/* Draws a stone of turn t at (x,y). */
void PutStone(int x, int y, int t)
{
  SetPlayColor(t);
  fillellipse(x, y, 15, 15);
}

/* Puts a cell back as it was when the moving
   stone leaves it: red at the start and on an
   empty cell, else the stone that Map holds. */
void MoveColor(int x, int y)
{
  int place;

  setfillstyle(SOLID_FILL, RED);
  bar(x - 19, y - 19, x + 19, y + 19);
  if (y != 80) {
    place = Map[(y - 120) / 40][(x - 120) / 40];
    if (place == 1 || place == 2)
      PutStone(x, y, place);
  }
}

/* Looks in the eight directions from the cell at
   (x,y), where a stone of turn t is dropped, and
   turns over what it encloses. Returns yes: 1 if
   the board changed, else 0.

   In each direction i walks over the stones of
   the other player. Where it stops at an own
   stone, all between are turned over. A direction
   with fewer than two cells is left out: nothing
   fits between. */
int QpChange(int x, int y, int t)
{
  int row, col, own, other, i, j, yes;

  row = (y - 120) / 40;
  col = (x - 120) / 40;
  if (t % 2 == 1)
    own = 1;
  else
    own = 2;
  other = 3 - own;
  yes = 0;

  /* To the right. */
  if (col < 6) {
    i = 1;
    while (col + i < 7
        && Map[row][col + i] == other)
      i++;
    if (Map[row][col + i] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row, col + j, own);
        yes = 1;
      }
  }

  /* Down and to the right. */
  if (row < 6 && col < 6) {
    i = 1;
    while (row + i < 7 && col + i < 7
        && Map[row + i][col + i] == other)
      i++;
    if (Map[row + i][col + i] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row + j, col + j, own);
        yes = 1;
      }
  }

  /* Down. */
  if (row < 6) {
    i = 1;
    while (row + i < 7
        && Map[row + i][col] == other)
      i++;
    if (Map[row + i][col] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row + j, col, own);
        yes = 1;
      }
  }

  /* Down and to the left. */
  if (row < 6 && col > 1) {
    i = 1;
    while (row + i < 7 && col - i > 0
        && Map[row + i][col - i] == other)
      i++;
    if (Map[row + i][col - i] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row + j, col - j, own);
        yes = 1;
      }
  }

  /* To the left. */
  if (col > 1) {
    i = 1;
    while (col - i > 0
        && Map[row][col - i] == other)
      i++;
    if (Map[row][col - i] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row, col - j, own);
        yes = 1;
      }
  }

  /* Up and to the left. */
  if (row > 1 && col > 1) {
    i = 1;
    while (row - i > 0 && col - i > 0
        && Map[row - i][col - i] == other)
      i++;
    if (Map[row - i][col - i] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row - j, col - j, own);
        yes = 1;
      }
  }

  /* Up. */
  if (row > 1) {
    i = 1;
    while (row - i > 0
        && Map[row - i][col] == other)
      i++;
    if (Map[row - i][col] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row - j, col, own);
        yes = 1;
      }
  }

  /* Up and to the right. */
  if (row > 1 && col < 6) {
    i = 1;
    while (row - i > 0 && col + i < 7
        && Map[row - i][col + i] == other)
      i++;
    if (Map[row - i][col + i] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row - j, col + j, own);
        yes = 1;
      }
  }

  return yes;
}

/* Makes the stone of a cell one of turn t, in Map
   and on the screen. */
void TurnOver(int row, int col, int t)
{
  if (t % 2 == 1)
    Map[row][col] = 1;
  else
    Map[row][col] = 2;
  PutStone(120 + 40 * col, 120 + 40 * row, t);
}

/* Can the player of turn t move? Without this
   question a game in which neither can would have
   no end. */
int CanMove(int t)
{
  int row, col;

  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++)
      if (Map[row][col] == 0
          && Encloses(row, col, t))
        return 1;
  return 0;
}

/* Would a stone of turn t enclose others on this
   empty cell? Finds what QpChange finds, but
   turns nothing over. */
int Encloses(int row, int col, int t)
{
  int own, other, down, right, r, c, n;

  if (t % 2 == 1)
    own = 1;
  else
    own = 2;
  other = 3 - own;
  for (down = -1; down <= 1; down++)
    for (right = -1; right <= 1; right++) {
      r = row + down;
      c = col + right;
      n = 0;
      while (OnBoard(r, c)
          && Map[r][c] == other) {
        r += down;
        c += right;
        n++;
      }
      if (n > 0 && OnBoard(r, c)
          && Map[r][c] == own)
        return 1;
    }
  return 0;
}

/* Is there such a row and column? */
int OnBoard(int row, int col)
{
  return row >= 0 && row < 8
      && col >= 0 && col < 8;
}

/* Counts both players' stones in Map. */
void DoScore(void)
{
  int row, col;

  score[1] = 0;
  score[2] = 0;
  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++) {
      if (Map[row][col] == 1)
        score[1]++;
      if (Map[row][col] == 2)
        score[2]++;
    }
}

/* Prints the score of player n at its place. */
void PrintScore(int n)
{
  char text[8];
  int y;

  if (n == 1)
    y = 200;
  else
    y = 300;
  setfillstyle(SOLID_FILL, RED);
  bar(530, y - 12, 578, y + 11);
  setcolor(WHITE);
  settextstyle(DEFAULT_FONT, HORIZ_DIR, 3);
  sprintf(text, "%d", score[n]);
  outtextxy(530, y - 11, text);
}

/* Prints who won. */
void PlayWin(void)
{
  setcolor(WHITE);
  settextstyle(DEFAULT_FONT, HORIZ_DIR, 2);
  if (score[1] > score[2])
    outtextxy(470, 392, "Black wins");
  else if (score[1] < score[2])
    outtextxy(470, 392, "White wins");
  else
    outtextxy(470, 392, "A draw");
}
