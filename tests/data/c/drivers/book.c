/* The book: its positions (how many; for each its empty cells, its worth, whether it is certain and its result, whether it has an
   alternative and what that promises), its moves (how many; for each from, to, same), the game (its length; its path; again), and the
   score. Then what all positions are worth. */
#include "wire.h"

extern int positions, worth[], empty[], certain[], result[], alternative[], promise[], waits[];
extern int moves, from[], to[], same[], path[], again[], length;
void Learn(int score);

int main(void)
{
    int i;

    for (;;) {
        positions = get();
        for (i = 0; i < positions; i++) {
            empty[i] = get();
            worth[i] = get();
            certain[i] = get();
            result[i] = get();
            alternative[i] = get();
            promise[i] = get();
            waits[i] = 0;
        }
        moves = get();
        for (i = 0; i < moves; i++) {
            from[i] = get();
            to[i] = get();
            same[i] = get();
        }
        length = get();
        for (i = 0; i <= length; i++)
            path[i] = get();
        for (i = 0; i < length; i++)
            again[i] = get();
        Learn(get());
        for (i = 0; i < positions; i++)
            put(worth[i]);
    }
}
