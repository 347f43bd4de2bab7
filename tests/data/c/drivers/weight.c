/* One weight: how many positions, the result, the weight (low half, high half), and for each position side, v and found. Then all errors
   and the weight, in halves. */
#include "wire.h"

extern int positions, result, side[], v[], found[];
extern long error[], weight;
void Learn(void);

int main(void)
{
    int i;
    long low;

    for (;;) {
        positions = get();
        result = get();
        low = get() & 65535L;
        weight = get() * 65536L + low;
        for (i = 0; i < positions; i++) {
            side[i] = get();
            v[i] = get();
            found[i] = get();
        }
        Learn();
        for (i = 0; i < positions; i++) {
            put(error[i]);
            put(error[i] >> 16);
        }
        put(weight);
        put(weight >> 16);
    }
}
