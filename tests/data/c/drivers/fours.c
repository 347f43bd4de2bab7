/* A win by fours: the board and who attacks; whether there is one, its number of moves, and the moves. */
#include "wire.h"

extern int Board[15][15], win[225], moves;
int Fours(int player);

int main(void)
{
    int i, won;

    for (;;) {
        for (i = 0; i < 225; i++)
            Board[i % 15][i / 15] = get();
        won = Fours(get());
        put(won);
        put(moves);
        for (i = 0; i < moves; i++)
            put(win[i]);
    }
}
