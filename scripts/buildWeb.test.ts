import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildWeb } from './buildWeb.ts'
import { nightlyTest } from '../test/nightly.ts'

/** A web of one script, built with the configuration of the product. */

const repository = join(import.meta.dirname, '..')
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hukum-build-'))
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  mkdirSync(join(root, 'web/public'), { recursive: true })
  const configuration = [
    'web/vite.config.ts',
    'web/shippedPackages.ts',
    'web/ui/styles/themeVariables.ts',
    'web/ui/styles/theme.ts',
  ]
  for (const file of configuration) cpSync(join(repository, file), join(root, file))
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(root, 'web/public/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(root, 'web/index.html'), '<html><script type="module" src="./main.ts"></script></html>')
  writeFileSync(join(root, 'web/main.ts'), "document.title = 'built'\n")
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Runs statements in a process of its own, as `npm start` runs the build. */
function runScript(statements: string) {
  const script = `
    import { buildWeb } from '${join(repository, 'scripts/buildWeb.ts')}'
    import { runScript } from '${join(repository, 'scripts/environment.ts')}'
    await runScript(async () => {
      ${statements}
    })`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: repository,
    encoding: 'utf8',
  })
  return { status, stdout: stdout.trim(), stderr: stderr.trim() }
}

/** Builds, and returns what is said about it. */
async function build() {
  const said: string[] = []
  await buildWeb({ say: (sentence) => said.push(sentence), root })
  return said
}

nightlyTest('the web is built in another process: the one that asks for it never loads the bundler', () => {
  const answer = runScript(`
    const loaded = () => process.report.getReport().sharedObjects.some((file) => file.includes('rolldown'))
    await buildWeb({ say: () => undefined, root: '${root}' })
    const after = loaded()
    await import('vite')
    console.log(JSON.stringify([after, loaded()]))`)
  expect(answer).toEqual({ status: 0, stdout: '[false,true]', stderr: '' })
  expect(existsSync(join(root, 'dist/web/index.html'))).toBe(true)
})

nightlyTest(
  'a build of sources that do not compile ends with 1 and the error of the compiler, and counts for none',
  () => {
    writeFileSync(join(root, 'web/main.ts'), "document.title = 'built'\nconst = 1\n")
    const { status, stdout, stderr } = runScript(`await buildWeb({ say: console.log, root: '${root}' })`)
    expect([status, stdout]).toEqual([1, 'Building the web…'])
    expect(stderr).toMatch(/^The web could not be built:\n/)
    expect(stderr).toMatch(/main\.ts:2:\d+/)
    expect(stderr).not.toContain('scripts/buildWeb.ts')
    expect(existsSync(join(root, 'dist/web/.built'))).toBe(false)
  },
)

test('the web is built again when a source has changed, and only then', async () => {
  expect(await build()).toEqual(['Building the web…'])
  expect(await build()).toEqual([])
  writeFileSync(join(root, 'web/main.test.ts'), '')
  expect(await build()).toEqual([])
  writeFileSync(join(root, 'web/main.ts'), "document.title = 'changed'\n")
  expect(await build()).toEqual(['Building the web…'])
})

test('a new build leaves the scripts of a former one for a week: pages that are open ask for them', async () => {
  const folder = join(root, 'dist/web/assets')
  const scripts = () => readdirSync(folder).filter((file) => file.endsWith('.js'))
  await build()
  const [former = ''] = scripts()
  writeFileSync(join(root, 'web/main.ts'), "document.title = 'second'\n")
  await build()
  expect(scripts()).toHaveLength(2)
  expect(scripts()).toContain(former)
  const lastWeek = new Date(Date.now() - 8 * 86_400_000)
  utimesSync(join(folder, former), lastWeek, lastWeek)
  writeFileSync(join(root, 'web/main.ts'), "document.title = 'third'\n")
  await build()
  expect(scripts()).toHaveLength(2)
  expect(scripts()).not.toContain(former)
})

test('the week of a build begins when it is replaced, however long it was served', async () => {
  const folder = join(root, 'dist/web/assets')
  await build()
  const former = readdirSync(folder)
  const lastMonth = new Date(Date.now() - 30 * 86_400_000)
  for (const file of former) utimesSync(join(folder, file), lastMonth, lastMonth)
  writeFileSync(join(root, 'web/main.ts'), "document.title = 'second'\n")
  await build()
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(former))
})

nightlyTest('a built script or drawing has copies in brotli and gzip of the same text', async () => {
  await build()
  const folder = join(root, 'dist/web')
  const [script = ''] = readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.js'))
  for (const file of [`assets/${script}`, 'icon.svg'].map((name) => join(folder, name))) {
    const bytes = readFileSync(file)
    expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(bytes)).toBe(true)
    expect(gunzipSync(readFileSync(`${file}.gz`)).equals(bytes)).toBe(true)
  }
})

test('the web is built for production also where NODE_ENV names something else', async () => {
  writeFileSync(join(root, 'web/main.ts'), "document.title = process.env.NODE_ENV ?? 'none'\n")
  await build()
  const folder = join(root, 'dist/web/assets')
  const [script = ''] = readdirSync(folder).filter((file) => file.endsWith('.js'))
  expect(process.env['NODE_ENV']).toBe('test')
  expect(readFileSync(join(folder, script), 'utf8')).toContain('production')
})

test('a built web whose sources are not there, as in an image, is used as it is', async () => {
  rmSync(join(root, 'web'), { recursive: true })
  mkdirSync(join(root, 'dist/web'), { recursive: true })
  writeFileSync(join(root, 'dist/web/index.html'), 'built elsewhere')
  const said: string[] = []
  await buildWeb({ root, say: (sentence) => said.push(sentence) })
  expect({ said, files: readdirSync(join(root, 'dist/web')) }).toEqual({ said: [], files: ['index.html'] })
})
