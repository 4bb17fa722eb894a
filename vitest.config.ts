import { defineConfig } from 'vitest/config'
import { FileTimes } from './test/fileTimes.ts'

const pure = [
  'shared/**/*.test.ts',
  'web/**/*.test.ts',
  'db/**/*.test.ts',
  'scripts/**/*.test.ts',
  'bench/**/*.test.ts',
  'test/architecture/*.test.ts',
  'test/specification/specification.test.ts',
  'test/docs.test.ts',
]

const common = {
  setupFiles: ['test/setup.ts'],
  // A process for each file costs a second: a worker loads a module once, and none may remember what a test did.
  isolate: false,
  // Long, because a busy machine is slow: what a file costs is limited by `FileTimes`.
  testTimeout: 240_000,
  hookTimeout: 240_000,
}

export default defineConfig({
  test: {
    // Three for two cores: while one waits for a database that is down or a process that ends, another works.
    maxWorkers: 3,
    // As the server has it (scripts/serverFlags.ts): tests that start and stop threads would end the process.
    execArgv: ['--no-memory-protection-keys'],
    reporters: ['default', new FileTimes()],
    projects: [
      { test: { name: 'pure', include: pure, ...common } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: pure,
          globalSetup: ['test/globalSetup.ts'],
          ...common,
        },
      },
    ],
  },
})
