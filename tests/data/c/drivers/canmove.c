/* CanMove and DoScore: the board; whether black can move, whether white can, and both scores. */
#include "wire.h"

extern int Map[8][8], score[3];
int CanMove(int t);
void DoScore(void);

int main(void)
{
    int i;

    for (;;) {
        for (i = 0; i < 64; i++)
            Map[i / 8][i % 8] = get();
        put(CanMove(1));
        put(CanMove(2));
        DoScore();
        put(score[1]);
        put(score[2]);
    }
}
