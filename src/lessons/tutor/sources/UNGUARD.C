/* UNGUARD.C: the five-minute solution of WUZIQI.C
   without its guard, and therefore WRONG: it does
   not ask whether the board goes on for four more
   points.

   Black has 11, 12, 13, 14 and 15. These are five
   numbers in a row, but 14 is the last point of
   its column and 15 the first one of the next. */

#include <stdio.h>

/* The stones in the order in which they were
   dropped: p[i] % 15 is the row, p[i] / 15 the
   column. */
int p[225] = {
  11, 224, 12, 223, 13, 222, 14, 221, 15
};

/* The number of stones. */
int n = 9;

/* Does the player who moved last have a stone on
   the point of this number? */
int own[225];

void Collect(void);
int AllStones(void);
int Five(int q, int step);

int main(void)
{
  if (AllStones())
    printf("Black has won. (That is wrong!)\n");
  else
    printf("Nobody has won yet.\n");
  return 0;
}

/* Collects the stones of the player who moved
   last: every other one. */
void Collect(void)
{
  int i;

  for (i = 0; i < 225; i++)
    own[i] = 0;
  for (i = (n + 1) % 2; i < n; i += 2)
    own[p[i]] = 1;
}

/* For each stone of the last player, in all eight
   directions: are the next four there too? */
int AllStones(void)
{
  int i, q;

  Collect();
  for (i = (n + 1) % 2; i < n; i += 2) {
    q = p[i];
    if (Five(q, -1))
      return 1;
    if (Five(q, 1))
      return 1;
    if (Five(q, -15))
      return 1;
    if (Five(q, 15))
      return 1;
    if (Five(q, -16))
      return 1;
    if (Five(q, 16))
      return 1;
    if (Five(q, 14))
      return 1;
    if (Five(q, -14))
      return 1;
  }
  return 0;
}

/* Are the next four points the player's, too? No
   point has a number below 0 or above 224. */
int Five(int q, int step)
{
  int i, next;

  for (i = 1; i <= 4; i++) {
    next = q + i * step;
    if (next < 0 || next > 224)
      return 0;
    if (!own[next])
      return 0;
  }
  return 1;
}
