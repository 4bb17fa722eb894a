/**
 * How Node is started for the server; `npm start` names the same. New objects get 2 MB and not 16, in each thread: what a
 * call makes is soon gone. What lasts may grow by a fifth before it is looked through, and not by several times its size.
 */
export const serverFlags = ['--max-semi-space-size=2', '--heap-growing-percent=20']
