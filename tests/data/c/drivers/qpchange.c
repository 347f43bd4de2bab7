/* QpChange: the board, then the row and column, and t; its answer and the board. */
#include "wire.h"

extern int silent, Map[8][8];
int QpChange(int x, int y, int t);

int main(void)
{
    int i, row, col;

    silent = 1;
    for (;;) {
        for (i = 0; i < 64; i++)
            Map[i / 8][i % 8] = get();
        row = get();
        col = get();
        put(QpChange(120 + 40 * col, 120 + 40 * row, get()));
        for (i = 0; i < 64; i++)
            put(Map[i / 8][i % 8]);
    }
}
