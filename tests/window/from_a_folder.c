/* Starts a program without a console, as when a person opens it from a folder, and exits with its status: from_a_folder COMMAND_LINE */
#include <windows.h>

int main(int argc, char **argv)
{
    STARTUPINFOA starts = { .cb = sizeof starts };
    PROCESS_INFORMATION program;
    DWORD status = 1;
    if (argc != 2) return 2;
    if (!CreateProcessA(NULL, argv[1], NULL, NULL, FALSE, DETACHED_PROCESS, NULL, NULL, &starts, &program)) return 3;
    WaitForSingleObject(program.hProcess, INFINITE);
    GetExitCodeProcess(program.hProcess, &status);
    return status;
}
