/* MATCH.C: two players of Othello in one program.
   Choose and Greedy play twenty games. */

#include <stdio.h>

/* The discs on the board: 1 is black, 2 is white,
   0 is an empty cell. The row comes first. */
int Map[8][8];

/* Ten openings of eight moves. Neither side is
   ahead in them. */
char *Opening[10] = {
  "c4e3f3g3e2d1e6d3",
  "c4c3c2f4f6d6f3f2",
  "e6f6d3c3f5d6f7f3",
  "f5f6d3c3b3f4f3c5",
  "e6f4f3f6d3c3b3d2",
  "d3e3f5c3e2f1e1f6",
  "f5d6c4d3c5g6d2c6",
  "c4e3f3c3e2f4d3c6",
  "c4e3f2b4c5d6b5d3",
  "f5f6e6f4g5d6c5c6"
};

int Choose(int t);
int Greedy(int t);
int Beats(int n);
int Wins(void);
int Play(int game);
void SetUp(char *moves);
int CanMove(int t);
int Discs(int own);
void Drop(int row, int col, int t);
int Gains(int row, int col, int t);
int Inside(int row, int col);

int main(void)
{
  printf("Choose wins %d of 20 games.\n", Wins());
  return 0;
}

/* Returns the cell for the move of turn t, as the
   number 8 * row + column: the first one that
   turns something over. */
int Choose(int t)
{
  int row, col;

  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++)
      if (Gains(row, col, t) > 0)
        return 8 * row + col;
  return -1;
}

/* The other player: the cell that turns over as
   many discs as possible. */
int Greedy(int t)
{
  int row, col, gain, most, chosen;

  most = 0;
  chosen = -1;
  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++) {
      gain = Gains(row, col, t);
      if (gain > most) {
        most = gain;
        chosen = 8 * row + col;
      }
    }
  return chosen;
}

/* Does Choose win at least n games? */
int Beats(int n)
{
  return Wins() >= n;
}

/* How many of the twenty games Choose wins. */
int Wins(void)
{
  int game, wins;

  wins = 0;
  for (game = 0; game < 20; game++)
    wins += Play(game);
  return wins;
}

/* Plays a game. Choose has black in every second
   one. Returns 1 if Choose wins, else 0. A cell
   that turns nothing over is a pass, and loses
   the game if there is a move. */
int Play(int game)
{
  int t, mine, passes, cell;

  SetUp(Opening[game / 2]);
  mine = 1 + game % 2;
  passes = 0;
  for (t = 9; passes < 2; t++) {
    if (2 - t % 2 == mine)
      cell = Choose(t);
    else
      cell = Greedy(t);
    if (cell >= 0 && cell < 64
        && Gains(cell / 8, cell % 8, t) > 0) {
      Drop(cell / 8, cell % 8, t);
      passes = 0;
    } else if (CanMove(t))
      return 0;
    else
      passes++;
  }
  return Discs(mine) > Discs(3 - mine);
}

/* Sets the board up and plays moves, such as
   "c4e3". */
void SetUp(char *moves)
{
  int row, col, t;

  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++)
      Map[row][col] = 0;
  Map[3][3] = Map[4][4] = 2;
  Map[3][4] = Map[4][3] = 1;
  for (t = 1; *moves; t++) {
    Drop(moves[1] - '1', moves[0] - 'a', t);
    moves += 2;
  }
}

/* Can the player of turn t move? */
int CanMove(int t)
{
  int row, col;

  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++)
      if (Gains(row, col, t) > 0)
        return 1;
  return 0;
}

/* The number of a player's discs: 1 is black,
   2 is white. */
int Discs(int own)
{
  int row, col, n;

  n = 0;
  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++)
      n += Map[row][col] == own;
  return n;
}

/* Drops a disc of turn t, and turns over what it
   encloses. */
void Drop(int row, int col, int t)
{
  int own, down, right, r, c;

  own = 2 - t % 2;
  for (down = -1; down <= 1; down++)
    for (right = -1; right <= 1; right++) {
      r = row + down;
      c = col + right;
      while (Inside(r, c)
          && Map[r][c] == 3 - own) {
        r += down;
        c += right;
      }
      if (Inside(r, c) && Map[r][c] == own)
        while (r != row || c != col) {
          r -= down;
          c -= right;
          Map[r][c] = own;
        }
    }
  Map[row][col] = own;
}

/* How many discs would a disc of turn t on this
   cell turn over? */
int Gains(int row, int col, int t)
{
  int own, down, right, r, c, n, all;

  if (Map[row][col] != 0)
    return 0;
  own = 2 - t % 2;
  all = 0;
  for (down = -1; down <= 1; down++)
    for (right = -1; right <= 1; right++) {
      n = 0;
      r = row + down;
      c = col + right;
      while (Inside(r, c)
          && Map[r][c] == 3 - own) {
        n++;
        r += down;
        c += right;
      }
      if (Inside(r, c) && Map[r][c] == own)
        all += n;
    }
  return all;
}

/* Is there such a row and column? */
int Inside(int row, int col)
{
  return row >= 0 && row < 8
      && col >= 0 && col < 8;
}
