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
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildWeb } from './buildWeb.ts'
import { nightlyTest } from '#test/nightly.ts'

/** A web of one script, built with the configuration of the product: once, and copied for each test. */

const repository = join(import.meta.dirname, '..')
const original = mkdtempSync(join(tmpdir(), 'hukum-build-'))
let root = original
let saidAtFirst: string[]

beforeAll(async () => {
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
  writeFileSync(join(root, 'web/main.ts'), "document.title = process.env.NODE_ENV ?? 'none'\n")
  saidAtFirst = await build()
})
afterAll(() => rmSync(original, { recursive: true }))

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hukum-build-'))
  cpSync(original, root, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
})
afterEach(() => rmSync(root, { recursive: true }))

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
  rmSync(join(root, 'dist'), { recursive: true })
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
    rmSync(join(root, 'dist'), { recursive: true })
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
  expect(saidAtFirst).toEqual(['Building the web…'])
  expect(await build()).toEqual([])
  writeFileSync(join(root, 'web/main.test.ts'), '')
  expect(await build()).toEqual([])
  writeFileSync(join(root, 'web/main.ts'), "document.title = 'changed'\n")
  expect(await build()).toEqual(['Building the web…'])
})

test('a new build leaves the scripts of a former one, which pages that are open ask for, for a week after it is replaced', async () => {
  const folder = join(root, 'dist/web/assets')
  const scripts = () => readdirSync(folder).filter((file) => file.endsWith('.js'))
  const age = (days: number) => {
    const then = new Date(Date.now() - days * 86_400_000)
    for (const file of former) utimesSync(join(folder, file), then, then)
  }
  const former = readdirSync(folder)
  // However long it was served before.
  age(30)
  writeFileSync(join(root, 'web/main.ts'), "document.title = 'second'\n")
  await build()
  expect(scripts()).toHaveLength(2)
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(former))
  age(8)
  writeFileSync(join(root, 'web/main.ts'), "document.title = 'third'\n")
  await build()
  expect(scripts()).toHaveLength(2)
  for (const file of former) expect(readdirSync(folder)).not.toContain(file)
})

nightlyTest('a built script or drawing has copies in brotli and gzip of the same text', () => {
  const folder = join(root, 'dist/web')
  const [script = ''] = readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.js'))
  for (const file of [`assets/${script}`, 'icon.svg'].map((name) => join(folder, name))) {
    const bytes = readFileSync(file)
    expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(bytes)).toBe(true)
    expect(gunzipSync(readFileSync(`${file}.gz`)).equals(bytes)).toBe(true)
  }
})

test('the web is built for production also where NODE_ENV names something else', () => {
  const folder = join(root, 'dist/web/assets')
  const [script = ''] = readdirSync(folder).filter((file) => file.endsWith('.js'))
  expect(process.env['NODE_ENV']).toBe('test')
  expect(readFileSync(join(folder, script), 'utf8')).toContain('production')
})

test('a built web whose sources are not there, as in an image, is used as it is', async () => {
  rmSync(join(root, 'web'), { recursive: true })
  rmSync(join(root, 'dist/web'), { recursive: true })
  mkdirSync(join(root, 'dist/web'))
  writeFileSync(join(root, 'dist/web/index.html'), 'built elsewhere')
  expect(await build()).toEqual([])
  expect(readdirSync(join(root, 'dist/web'))).toEqual(['index.html'])
})
