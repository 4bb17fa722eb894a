/**
 * How Node is started for the server; `npm start` names the same. New objects get 2 MB and not 16: what a call makes is
 * soon gone, and with each thread of the search having its own the rest only lies in memory.
 */
export const serverFlags = ['--max-semi-space-size=2']
