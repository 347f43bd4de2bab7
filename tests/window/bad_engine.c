/* A faulty engine for Windows. The argument selects the fault. */
#include <process.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

int main(int count, char **words)
{
    const char *kind = count > 1 ? words[1] : "";
    char line[4096];

    if (strcmp(kind, "silent") == 0)
        Sleep(300000);
    if (strcmp(kind, "flooding") == 0)
        for (;;) puts("y");
    if (strcmp(kind, "endless") == 0)
        for (;;) fputs("xxxxxxxxxxxxxxxx", stdout);
    if (strcmp(kind, "illegal") == 0)
        while (fgets(line, sizeof line, stdin)) {
            puts("=== a1");
            fflush(stdout);
        }
    if (strcmp(kind, "dying") == 0)
        fgets(line, sizeof line, stdin);
    if (strcmp(kind, "forking") == 0) {
        for (int i = 0; i < 100; i++)
            _spawnl(_P_NOWAIT, words[0], words[0], "silent", NULL);
        Sleep(300000);
    }
    return 0;
}
