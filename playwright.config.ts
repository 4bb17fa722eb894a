import { defineConfig } from '@playwright/test'
import { playwrightFiles } from './test/e2e/runners.ts'

const isNightly = process.env['NIGHTLY'] === '1'

/** The tests in a real browser against real servers: one server for each worker. */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: playwrightFiles(),
  globalSetup: './test/e2e/globalSetup.ts',
  outputDir: '.cache/e2e/results',
  workers: 2,
  fullyParallel: false,
  // Decision 0060: one retry, and the reporter names each test that needed it.
  retries: 1,
  reporter: [['list'], ['./test/e2e/flakyReporter.ts']],
  ...(!isNightly && { grepInvert: /@nightly/ }),
  forbidOnly: true,
  // Long, because a busy machine is slow.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
