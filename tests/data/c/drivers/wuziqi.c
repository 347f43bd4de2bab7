/* The three judges: the length of a record and its characters; what ReadRecord returns, and if it is a record the stones
   and the three answers. */
#include "wire.h"

extern int p[225], n;
int ReadRecord(char *text);
int AllStones(void);
int LastStone(void);
int Table(void);

int main(void)
{
    static char text[1000];
    int length, i, read;

    for (;;) {
        length = get();
        for (i = 0; i < length; i++)
            text[i] = (char)get();
        text[length] = '\0';
        read = ReadRecord(text);
        put(read);
        if (read >= 0) {
            for (i = 0; i < n; i++)
                put(p[i]);
            put(AllStones());
            put(LastStone());
            put(Table());
        }
    }
}
