/* The judge without its guard: how many stones, and the stones; its answer. */
#include "wire.h"

extern int p[225], n;
int AllStones(void);

int main(void)
{
    int i;

    for (;;) {
        n = get();
        for (i = 0; i < n; i++)
            p[i] = get();
        put(AllStones());
    }
}
