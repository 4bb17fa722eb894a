/**
 * Flags of Node for processes that run tests and for servers under test: the same, so that all share the cache of compiled
 * code. Memory protection keys are off as the server has it (scripts/serverFlags.ts): tests that start and stop threads would
 * end the process. A young generation that need not grow is collected less often; threads that help a collection compete with
 * the other tests for the processors, and take more of their time together than one.
 */
export const nodeFlags = ['--no-memory-protection-keys', '--min-semi-space-size=32', '--single-threaded-gc']
