import { expect, test } from 'vitest'
import { readEnv, StartupError } from './env.ts'

test('every variable has a default', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 4000,
    HOST: '127.0.0.1',
    DATA_DIR: 'data',
    SEED: 'demo',
    TOKEN_LIFETIME_MINUTES: 60,
  })
})

test('an empty variable counts as unset', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: '' }).PORT).toBe(4000)
})

test('all invalid variables are listed at once', () => {
  const read = () => readEnv({ PORT: '99999', SEED: 'some', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' })
  expect(read).toThrow(StartupError)
  for (const name of ['PORT', 'SEED', 'DATABASE_URL', 'LOG_LEVEL']) expect(read).toThrow(new RegExp(`  ${name}: `))
})

test('a DATABASE_URL of another kind is refused with an example of a right one', () => {
  expect(() => readEnv({ DATABASE_URL: 'mysql://x' })).toThrow(
    'DATABASE_URL: must be a URL such as postgres://USER:PASSWORD@HOST:5432/DATABASE',
  )
})

test('a bucket has both keys, and its settings belong to it', () => {
  const bucket = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
  expect(readEnv({ ...bucket, S3_ENDPOINT: 'http://127.0.0.1:7070', S3_PREFIX: 'hukum/' }).S3_BUCKET).toBe('files')
  expect(() => readEnv({ S3_BUCKET: 'files' })).toThrow(
    /S3_ACCESS_KEY_ID: is needed.*\n.*S3_SECRET_ACCESS_KEY: is needed/,
  )
  expect(() => readEnv({ S3_ENDPOINT: 'http://127.0.0.1:7070' })).toThrow(
    /S3_ENDPOINT: has no effect without S3_BUCKET/,
  )
  const invalid = {
    S3_BUCKET: '/files',
    S3_PREFIX: 'a/../b/',
    S3_ENDPOINT: 'ftp://a',
    S3_FORCE_PATH_STYLE: 'yes',
    S3_REGION: ' ',
  }
  for (const [name, value] of Object.entries(invalid))
    expect(() => readEnv({ ...bucket, [name]: value })).toThrow(new RegExp(`  ${name}: `))
})

test('MAIL_FROM is an address, with or without a name', () => {
  for (const from of ['no-reply@hukum.mv', 'ޙުކުމް <no-reply@hukum.mv>'])
    expect(readEnv({ MAIL_FROM: from }).MAIL_FROM).toBe(from)
  for (const from of ['Hukum', 'a@b\r\nBcc: c@d', '<a@b> <c@d>'])
    expect(() => readEnv({ MAIL_FROM: from })).toThrow(/MAIL_FROM/)
})

test('SMTP_URL is the URL of a mail server', () => {
  expect(readEnv({ SMTP_URL: 'smtps://hukum:secret@mail.example.mv:465' }).SMTP_URL).toContain('mail.example.mv')
  expect(() => readEnv({ SMTP_URL: 'http://mail.example.mv' })).toThrow(/SMTP_URL/)
})

test('SEARCH_URL has the addresses of the nodes of an OpenSearch, the first with a prefix of index names and a number of shards', () => {
  for (const url of [
    'http://127.0.0.1:9200',
    'https://hukum:secret@search.example.mv:9200/hukum-2',
    'http://one:9200/hukum?shards=12 http://two:9200 http://three:9200/',
  ])
    expect(readEnv({ SEARCH_URL: url }).SEARCH_URL).toBe(url)
  for (const url of [
    '127.0.0.1:9200',
    'ftp://search',
    'http://search/_all',
    'http://search/a/b',
    'http://search/Hukum',
    'http://search/hukum?shards=0',
    'http://search/hukum?replicas=1',
    'http://one:9200, http://two:9200',
    'http://one:9200 http://two:9200/hukum',
    'http://one:9200 http://user:secret@two:9200',
  ])
    expect(() => readEnv({ SEARCH_URL: url })).toThrow(/ {2}SEARCH_URL: /)
})
