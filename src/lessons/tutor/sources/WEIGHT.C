/* WEIGHT.C: how one game moves a weight of a
   program that learns.

   The program predicts what a position is worth:
   the sum of the weights of all patterns that it
   finds there. After a game it knows better. Here
   is what happens then to one of the weights.

   There are no floats: discs are counted in small
   parts, and each division is rounded. */

#include <stdio.h>

/* The number of patterns in a position. */
#define PATTERNS 352

/* The game: the number of its positions, and its
   result for black in discs. */
int positions = 9;
int result = 64;

/* For each position: who is to move, 1 for black
   and -1 for white; what all the weights together
   predict for that player, in hundredths of a
   disc; and how often the pattern of our weight
   is found there. */
int side[240] = { 1, -1, 1, -1, 1, -1, 1, -1, 1 };
int v[240] = {
  -1796, -1768, -1609, -1585, -1346,
  -1496, -1211, -1416, -913
};
int found[240] = { 0, 0, 1, 0, 1, 0, 2, 0, 2 };

/* How far each prediction was from what it should
   have been, in 100,000ths of a disc. */
long error[240];

/* The weight, in 100,000,000ths of a disc. */
long weight = 4647000;

void Learn(void);
void FindErrors(void);
void MoveWeight(void);
long Divide(long a, long b);

int main(void)
{
  printf("The weight before: %ld\n", weight);
  Learn();
  printf("The weight after: %ld\n", weight);
  return 0;
}

void Learn(void)
{
  FindErrors();
  MoveWeight();
}

/* Goes through the game from its last position
   back. The target is what black's value should
   have been: in the last position the result. A
   position before it learns from 7 parts of that
   and 3 parts of what was predicted next.

   All values are those of the player to move, but
   the target is black's: with white to move, the
   sign changes on the way in and on the way
   out. */
void FindErrors(void)
{
  long target, own;
  int i;

  target = result * 100000L;
  for (i = positions - 1; i >= 0; i--) {
    own = v[i] * 1000L;
    error[i] = side[i] * target - own;
    target = 7 * target + 3 * side[i] * own;
    target = Divide(target, 10);
  }
}

/* Each time the pattern was found, the weight
   moves by a little of the error: by 6 percent,
   shared among all patterns. */
void MoveWeight(void)
{
  int i, k;

  for (i = positions - 1; i >= 0; i--)
    for (k = 0; k < found[i]; k++)
      weight += Divide(60 * error[i], PATTERNS);
}

/* a / b, rounded to the nearest number. b is not
   negative. */
long Divide(long a, long b)
{
  if (a < 0)
    return -((b / 2 - a) / b);
  return (a + b / 2) / b;
}
