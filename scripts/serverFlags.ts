/**
 * Node flags of the server; `npm start` uses the same. The young generation has 2 MB instead of 16 in each thread, because
 * most objects of a call are short-lived. The old generation grows by a fifth before a collection, not by several times.
 */
export const serverFlags = ['--max-semi-space-size=2', '--heap-growing-percent=20']
