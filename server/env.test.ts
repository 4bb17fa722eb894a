import { expect, test } from 'vitest'
import { readEnv, StartFailure } from './env.ts'

test('everything has a default', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 4000,
    HOST: '127.0.0.1',
    DATA_DIR: 'data',
    SEED: 'demo',
    TOKEN_LIFETIME_MINUTES: 60,
  })
})

test('what is set to nothing is as if it were not set', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: '' }).PORT).toBe(4000)
})

test('everything that is wrong is listed at once', () => {
  const read = () => readEnv({ PORT: '99999', SEED: 'some', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' })
  expect(read).toThrow(StartFailure)
  for (const name of ['PORT', 'SEED', 'DATABASE_URL', 'LOG_LEVEL']) expect(read).toThrow(new RegExp(`  ${name}: `))
})
