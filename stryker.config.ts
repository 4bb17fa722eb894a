import type Stryker from '@stryker-mutator/core'
import { modules } from './test/mutation/modules.ts'

type Options = ConstructorParameters<typeof Stryker>[0]

/** `npm run mutation`: how many changes of the pure modules of `test/mutation/modules.ts` the tests of functions notice. */
export default {
  mutate: Object.values(modules).flatMap(({ mutate }) => mutate),
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: true },
  // Node and Vite strip the types, and no test reads them.
  disableTypeChecks: false,
  ignorePatterns: ['/data', '/dist', '.tsc', '.cache'],
  tempDirName: '.cache/mutation',
  concurrency: 1,
  reporters: ['clear-text', 'html', 'json'],
  htmlReporter: { fileName: '.cache/mutation.html' },
  jsonReporter: { fileName: '.cache/mutation.json' },
  allowEmpty: false,
  thresholds: { high: 90, low: 80, break: 80 },
} satisfies Options
