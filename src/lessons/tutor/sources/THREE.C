/* THREE.C: what a book and a weight learn from
   three games.

   There are five matches. Each player in turn
   takes one or two. The player who takes the last
   one has won. */

#include <stdio.h>

/* The games: how many matches were left before
   each move, and 0 at the end. */
int games[3][6] = {
  { 5, 4, 2, 0 },
  { 5, 4, 3, 1, 0 },
  { 5, 3, 2, 0 }
};

/* The book: from 0 to 5 matches, six positions.
   Which moves were played, from how many matches
   to how many? And what is a position worth to
   its player to move: 1 is a win, -1 a loss, 0 is
   not known. */
int positions = 6;
int played[6][6];
int worth[6];

/* The weight: what three matches are worth to the
   player to move, as the program thinks, in
   hundredths of a game. */
int weight;

/* The error of its last prediction. */
int error;

void Learn(int game);
void CarryBack(void);
int Worth(int left);
void MoveWeight(int game);

int main(void)
{
  int game;

  for (game = 0; game < 3; game++) {
    Learn(game);
    printf("Game %d: ", game + 1);
    printf("the start is %d, ", worth[5]);
    printf("the weight %d.\n", weight);
  }
  return 0;
}

/* Learns from a game: first its moves go into the
   book, then the weight moves. */
void Learn(int game)
{
  int i, left, next;

  for (i = 0; games[game][i] > 0; i++) {
    left = games[game][i];
    next = games[game][i + 1];
    played[left][next] = 1;
  }
  CarryBack();
  MoveWeight(game);
}

/* Finds the worth of each position, beginning at
   the end. A player without a match has lost. */
void CarryBack(void)
{
  int left;

  worth[0] = -1;
  for (left = 1; left < positions; left++)
    worth[left] = Worth(left);
}

/* The best of the moves that were played. What is
   good for one player is bad for the other. */
int Worth(int left)
{
  int take, best, v;

  best = 0;
  for (take = 1; take <= 2; take++)
    if (take <= left
        && played[left][left - take]) {
      v = -worth[left - take];
      if (best == 0 || v > best)
        best = v;
    }
  return best;
}

/* Where three matches were left, the result says
   how wrong the prediction was. The weight goes a
   quarter of the way. */
void MoveWeight(int game)
{
  int i, result;

  result = -100;
  i = 0;
  while (games[game][i] > 0)
    i++;
  while (i > 0) {
    i--;
    result = -result;
    if (games[game][i] == 3) {
      error = result - weight;
      weight += error / 4;
    }
  }
}
