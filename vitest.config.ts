import { defineConfig } from 'vitest/config'
import { nodeFlags } from './test/nodeFlags.ts'
import { SlowFilesFirst } from './test/slowFilesFirst.ts'
import { TestReporter } from './test/testReporter.ts'

const pure = [
  'shared/**/*.test.ts',
  'web/**/*.test.ts',
  'db/**/*.test.ts',
  'scripts/**/*.test.ts',
  'bench/**/*.test.ts',
  'test/architecture/*.test.ts',
  'test/specification/*.test.ts',
  'test/docs.test.ts',
]

/** What speaks Pusher's protocol is tested with sockudo too, where SOCKUDO is its program. */
const sockudo = process.env['SOCKUDO']
const withBroadcaster = [
  'server/live/externalBroadcaster.test.ts',
  'test/liveTabExternal.test.ts',
  'test/broadcaster/hub.test.ts',
]

const common = {
  setupFiles: ['test/setup.ts'],
  // A process for each file costs a second: a worker loads a module once, and none may remember what a test did.
  isolate: false,
  // Long, because a busy machine is slow: what a file costs is limited by `TestReporter`.
  testTimeout: 240_000,
  hookTimeout: 240_000,
}

export default defineConfig({
  test: {
    // Four for two cores: while two wait for a database that is down or a process that ends, the others work.
    maxWorkers: 4,
    sequence: { sequencer: SlowFilesFirst },
    execArgv: nodeFlags,
    reporters: ['default', new TestReporter()],
    projects: [
      { test: { name: 'pure', include: pure, ...common } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: pure,
          globalSetup: ['test/globalSetup.ts'],
          // Node imports the modules of the server, as it does for the product: nothing transforms them, and their compiled
          // code is cached for the other workers.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // Decision 0060: one retry, and the reporter names each test that needed it.
          retry: 1,
          ...common,
        },
      },
      ...(sockudo === undefined
        ? []
        : [
            {
              test: {
                name: 'sockudo',
                include: withBroadcaster,
                env: { BROADCASTER: sockudo },
                globalSetup: ['test/globalSetup.ts'],
                ...common,
              },
            },
          ]),
    ],
  },
})
