import pg from 'pg'
import { expect, test } from 'vitest'
import { announce, logFatal, openLog } from './log.ts'
import { StartupError } from '#server/config/env.ts'
import { recordLog } from '#test/log.ts'

const canary = 'c4n4ry'

const secretFields = [
  'authorization', 'cookie', 'Set-Cookie', 'password', 'Password_confirmation', 'CurrentPassword', 'password_hash', 'hash',
  'code', 'otp', 'EmailOtp', 'ref', 'Ref', 'reference', 'EmailReference', 'token', 'encodedToken', 'client_secret',
  'token_key', 'query', 'querystring', 'link', 'signature',
] // prettier-ignore
test.each(secretFields)('the value of a field named %s is not logged, however deep it stands', (name) => {
  const { log, lines } = recordLog()
  log.info({ [name]: canary, request: { body: [{ [name]: { value: canary } }] }, path: '/api/auth/login' }, 'a line')
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain(canary)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ [name]: '[redacted]', path: '/api/auth/login', msg: 'a line' })
})

test.each([
  ['a bearer token', `Bearer ${canary} failed`],
  ['a signed token', `eyJhbGciOiJIUzI1NiJ9.${canary}.${canary} failed`],
  ['the query of a URL', `GET https://hukum.mv/forgot-password?ref=${canary}&a=${canary} failed`],
  ['the token of a file link', `GET /files/AAAAAAAAAAAAAAAAAAAAAAAA${canary} failed`],
  ['the password of a database', `connecting to postgres://hukum:${canary}@127.0.0.1/hukum failed`],
])('%s inside a sentence, a field or an error is not logged', (_what, text) => {
  const { log, lines } = recordLog()
  log.warn({ reason: text, err: new Error(text, { cause: new Error(text) }) }, text)
  expect(lines[0]).toContain('failed')
  expect(lines[0]).not.toContain(canary)
})

test('what PostgreSQL quotes of a row is not logged with its error, and what names the fault is', () => {
  const { log, lines } = recordLog()
  const error = Object.assign(new pg.DatabaseError(`invalid input syntax for type uuid: "${canary}"`, 1, 'error'), {
    code: '22P02',
    detail: `Failing row contains (1, ${canary}).`,
    where: `unnamed portal parameter $1 = '${canary}'`,
    table: 'sessions',
  })
  log.error({ err: error }, 'unexpected error')
  expect(lines[0]).not.toContain(canary)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { code: '22P02', table: 'sessions', type: 'DatabaseError' } })
})

test('a line of JSON has the time in UTC, the level as a word, and the sentence', () => {
  const { log, lines } = recordLog()
  log.warn({ path: '/home' }, 'A limit was reached')
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
    path: '/home',
    msg: 'A limit was reached',
  })
})

test('an announcement and why a process ends are written at every level, and nothing else is when the log is silent', () => {
  const lines: string[] = []
  const log = openLog({ LOG_LEVEL: 'silent', LOG_FORMAT: 'text' }, (line) => lines.push(line))
  log.fatal('no')
  announce(log, 'Hukum is ready: http://127.0.0.1:4000')
  logFatal(log, 'Stopped at once: a second SIGTERM.')
  logFatal(log, new StartupError('Port 4000 is in use.'))
  expect(lines).toEqual([
    'Hukum is ready: http://127.0.0.1:4000\n',
    'Stopped at once: a second SIGTERM.\n',
    'Port 4000 is in use.\n',
  ])
})

test('at a terminal a line is a sentence with its fields, and a start that fails is the sentence alone', () => {
  const lines: string[] = []
  const log = openLog({ LOG_LEVEL: 'info', LOG_FORMAT: 'text' }, (line) => lines.push(line))
  log.warn({ limit: 'login', by: '10.0.0.1', password: canary }, 'A limit was reached')
  logFatal(log, new StartupError('Port 4000 is in use.'))
  logFatal(log, new Error('unforeseen'))
  expect(lines[0]).toMatch(
    /^\d\d:\d\d:\d\dZ warn A limit was reached limit=login by=10\.0\.0\.1 password=\[redacted\]\n$/,
  )
  expect(lines[1]).toBe('Port 4000 is in use.\n')
  expect(lines[2]).toMatch(/^The server ended by an error\nError: unforeseen\n {4}at /)
})
