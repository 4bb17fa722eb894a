import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecrets } from '#server/config/secrets.ts'
import { type Api, openApi } from './api.ts'
import { readablePdf } from './files.ts'

const run = promisify(execFile)
let api: Api

beforeAll(async () => {
  api = await openApi()
  readSecrets(api.folder)
  await api.pool.query(`insert into courts (name) values ('A')`)
})
afterAll(() => api.close())

function importFolder(folder: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../scripts/import.ts'), folder], {
    env: { ...process.env, DATABASE_URL: api.databaseUrl, DATA_DIR: api.folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (printed += bytes.toString()))
  return new Promise<{ code: number | null; printed: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, printed })),
  )
}

/** Folders in each other whose paths are longer than the system reads, also for an administrator. */
const makeUnreadable = (folder: string) =>
  run(
    process.execPath,
    [
      '-e',
      `for (let depth = 0; depth < 17; depth++) { fs.mkdirSync('b'.repeat(250)); process.chdir('b'.repeat(250)) }`,
    ],
    { cwd: folder },
  )

test('a folder that cannot be read is named by the import, and the PDFs in the others are imported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hukum-import-'))
  await mkdir(join(folder, 'c'))
  await writeFile(join(folder, 'a.pdf'), readablePdf('Judgment 1'))
  await writeFile(join(folder, 'c', 'd.pdf'), readablePdf('Judgment 2'))
  await makeUnreadable(folder)
  const { code, printed } = await importFolder(folder)
  await run('rm', ['-rf', folder])
  expect(printed).toContain('ENAMETOOLONG')
  expect(printed).toContain('2 imported, 0 there already, 1 refused.')
  expect(code).toBe(1)
  const { rows } = await api.pool.query('select name from files order by name')
  expect(rows).toEqual([{ name: 'a.pdf' }, { name: 'd.pdf' }])
})
