/* BOOK.C: how the result of a game travels back
   through the book of a program that learns. */

#include <stdio.h>

#define POSITIONS 200
#define MOVES 400

/* The positions of the book have numbers. Each
   knows what it is worth to its player to move,
   in hundredths of a disc, and how many of its
   cells are empty: each move fills one. */
int positions;
int worth[POSITIONS];
int empty[POSITIONS];

/* Is its result certain? When the game is over,
   it is; or when a search has found it. In
   discs. */
int certain[POSITIONS];
int result[POSITIONS];

/* Has a search found a promising move that was
   not played yet? Its promise is in hundredths
   of a disc. */
int alternative[POSITIONS];
int promise[POSITIONS];

/* Does it wait to be looked at? */
int waits[POSITIONS];

/* The moves that were played: from one position
   to another. same is 1 where the same player
   moves again, because the other one cannot. */
int moves;
int from[MOVES], to[MOVES], same[MOVES];

/* The positions of a game, its first one at 0,
   and how many moves it had. again[i] is 1 where
   the player of move i moved again. */
int path[61], again[60];
int length;

/* The numbers of positions that were looked at
   and that changed. */
int looked, changed;

int Position(int cells);
void Learn(int score);
void Link(int a, int b, int passed);
void CarryBack(void);
int Fewest(void);
int Worth(int a);
void Print(char *what);

int main(void)
{
  int i;

  /* The shortest game of Othello: f5 d6 c5 f4 e7
     f6 g5 e6 e3. Black wins all 64 discs. */
  length = 9;
  for (i = 0; i <= length; i++)
    path[i] = Position(60 - i);
  Learn(-64);
  Print("Black won");

  /* If white were the learner, a search would
     have found a move to try next time. It knows
     nothing about it, so it promises 0. */
  alternative[3] = 1;
  promise[3] = 0;
  waits[3] = 1;
  CarryBack();
  Print("With another move after c5");

  /* White tries it: f6, and then e6 f4 c6 b6 f3
     g2. White wins everything. */
  length = 10;
  for (i = 4; i <= length; i++)
    path[i] = Position(60 - i);
  alternative[3] = 0;
  Learn(-64);
  Print("White won");
  return 0;
}

/* A new position with this many empty cells. */
int Position(int cells)
{
  empty[positions] = cells;
  positions++;
  return positions - 1;
}

/* Learns from the game on the path. The score is
   that of the player who would be next to move,
   in discs. */
void Learn(int score)
{
  int i;

  i = path[length];
  certain[i] = 1;
  result[i] = score;
  waits[i] = 1;
  for (i = length - 1; i >= 0; i--) {
    Link(path[i], path[i + 1], again[i]);
    waits[path[i]] = 1;
  }
  CarryBack();
}

/* Notes that a move leads from a to b, unless it
   is noted already. */
void Link(int a, int b, int passed)
{
  int i;

  for (i = 0; i < moves; i++)
    if (from[i] == a && to[i] == b)
      return;
  from[moves] = a;
  to[moves] = b;
  same[moves] = passed;
  moves++;
}

/* Looks at all positions that wait: those with
   the fewest empty cells first, so that each is
   looked at when those after it are right. Where
   something changes, the positions before it wait
   as well. */
void CarryBack(void)
{
  int a, w, i;

  looked = 0;
  changed = 0;
  while (1) {
    a = Fewest();
    if (a < 0)
      return;
    waits[a] = 0;
    looked++;
    w = Worth(a);
    if (w == worth[a])
      continue;
    worth[a] = w;
    changed++;
    for (i = 0; i < moves; i++)
      if (to[i] == a)
        waits[from[i]] = 1;
  }
}

/* The position with the fewest empty cells of all
   that wait, or -1 when none does. */
int Fewest(void)
{
  int a, best;

  best = -1;
  for (a = 0; a < positions; a++)
    if (waits[a])
      if (best < 0 || empty[a] < empty[best])
        best = a;
  return best;
}

/* What a position is worth to its player: the
   best of the moves that were played and of the
   alternative. What is good for one player is bad
   for the other: so the sign changes from
   position to position, but not where the same
   player moves again. */
int Worth(int a)
{
  int i, v, w;

  if (certain[a])
    return 100 * result[a];
  w = -6400;
  for (i = 0; i < moves; i++)
    if (from[i] == a) {
      v = worth[to[i]];
      if (!same[i])
        v = -v;
      if (v > w)
        w = v;
    }
  if (alternative[a] && promise[a] > w)
    w = promise[a];
  return w;
}

/* Prints the worth of the start. */
void Print(char *what)
{
  printf("%s: the start is worth %d discs.\n",
         what, worth[0] / 100);
  printf("%d looked at, %d changed.\n",
         looked, changed);
}
