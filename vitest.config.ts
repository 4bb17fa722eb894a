import { defineConfig } from 'vitest/config'

const setup = { globalSetup: ['test/globalSetup.ts'], setupFiles: ['test/setup.ts'] }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          include: [
            'shared/**/*.test.ts',
            'web/**/*.test.ts',
            'db/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'test/house.test.ts',
            'test/specification.test.ts',
          ],
          setupFiles: ['test/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/house.test.ts', 'test/specification.test.ts'],
          // On a busy machine all of it takes its time.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          ...setup,
        },
      },
    ],
  },
})
