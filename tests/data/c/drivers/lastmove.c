/* The last moves: the board and t; what it is worth, how many positions were looked at, how many moves cut off, and whether the
   board is as it was. */
#include "wire.h"

extern int Map[8][8], t;
extern long looked, cut;
int Solve(void);

int main(void)
{
    int i, before[64], same;

    for (;;) {
        for (i = 0; i < 64; i++)
            before[i] = Map[i / 8][i % 8] = get();
        t = get();
        put(Solve());
        put(looked);
        put(looked >> 16);
        put(cut);
        put(cut >> 16);
        same = 1;
        for (i = 0; i < 64; i++)
            if (Map[i / 8][i % 8] != before[i])
                same = 0;
        put(same);
    }
}
