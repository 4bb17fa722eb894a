import { defineConfig } from '@playwright/test'
import { launchOptions } from './test/e2e/chromium.ts'
import { isNightly } from './test/isNightly.ts'

/** The tests in a real browser against real servers: one server for each worker. */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './test/e2e/globalSetup.ts',
  outputDir: '.cache/e2e/results',
  // Three for two cores: while one waits for a page, another works.
  workers: 3,
  fullyParallel: false,
  // Decision 0060: one retry, and the reporter names each test that needed it.
  retries: 1,
  reporter: [['list'], ['./test/e2e/flakyReporter.ts']],
  ...(!isNightly && { grepInvert: /@nightly/ }),
  forbidOnly: true,
  // Long, because a busy machine is slow.
  timeout: 120_000,
  expect: { timeout: isNightly ? 60_000 : 20_000 },
  use: {
    browserName: 'chromium',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    trace: 'on-first-retry',
    launchOptions: {
      ...launchOptions,
      // In tests of a few seconds compiling optimized code costs a fifth of the renderer's processor time and is not won back;
      // a young generation that need not grow saves a tenth.
      args: [...launchOptions.args, '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=16'],
    },
  },
})
