import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { modules as mutated } from '#test/mutation/modules.ts'
import { newerApis } from './newerApis.ts'

/** Rules about the repository itself that neither the compiler nor the linter checks. */
const root = join(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file)
const code = files.filter((file) => /\.tsx?$/.test(file) && !file.startsWith('db/seed/'))
const product = code.filter((file) => /^(shared|server|web)\//.test(file) && !isTest(file))

/** The files for which a rule holds. */
function filesWhere(among: string[], rule: (text: string, file: string) => boolean) {
  return among.filter((file) => rule(read(file), file))
}

test('Dhivehi text stands only in resource descriptions, strings, messages, and language tables', () => {
  const allowedPlaces =
    /^(server\/mail\/strings\/|shared\/(resources|text)\/|server\/analysis\/layout\/|shared\/messages\.ts|web\/platform\/strings\/)/
  expect(filesWhere(product, (text, file) => !allowedPlaces.test(file) && /[ހ-ޱ]/u.test(text))).toEqual([])
})

test('the web calls no function that the oldest supported browsers lack, except where the code goes on without it', () => {
  const bundled = product.filter((file) => /^(shared|web)\//.test(file))
  const usersOf = (use: RegExp) => filesWhere(bundled, (text) => use.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')))
  for (const { path, guardedIn } of newerApis.filter(({ isSeenByCompiler }) => !isSeenByCompiler)) {
    const use = path.includes('.prototype.') ? String.raw`\.${path.split('.').at(-1) ?? ''}\(` : String.raw`\b${path}\b`
    expect(usersOf(new RegExp(use)), path).toEqual(guardedIn === undefined ? [] : [guardedIn])
  }
  // The `v` flag of regular expressions (Safari 17) is a syntax error before: the whole script would not run.
  expect(
    usersOf(/[=(,:]\s*\/(?:[^/\n\\]|\\.)+\/[dgimsy]*v[dgimsy]*(?=[,);.\s])|RegExp\(.*'[dgimsy]*v[dgimsy]*'/),
  ).toEqual([])
})

test('a module of the same folder is imported by ./, and any other by # and its path from the root', () => {
  // A configuration is read by tools that do not know the paths of package.json; a file of the root has none there.
  const modules = code.filter((file) => file.includes('/') && !file.endsWith('.config.ts'))
  const imported = /(?:\bfrom|\bimport\(|^import) ?'([.#][^'$]*)'/gm
  const isOtherForm = (specifier: string, folder: string) =>
    specifier.startsWith('#')
      ? dirname(specifier.slice(1)) === folder
      : specifier.slice(2).includes('/') && !/^(\.\.\/)+\.[^./]/.test(specifier)
  const otherForms = (file: string) =>
    [...read(file).matchAll(imported)]
      .map(([, specifier = '']) => specifier)
      .filter((one) => isOtherForm(one, dirname(file)))
  expect(modules.flatMap((file) => otherForms(file).map((specifier) => `${file}: ${specifier}`))).toEqual([])
})

test('every export has a name', () => {
  const modules = code.filter((file) => !/(config|knip|globalSetup|[rR]eporter)\.ts$/.test(file))
  expect(filesWhere(modules, (text) => /^export default/m.test(text))).toEqual([])
})

test('style sheets use logical directions instead of left and right', () => {
  const styles = files.filter((file) => file.startsWith('web/') && file.endsWith('.css'))
  const physical =
    /(^|[\s;{])(margin|padding|border)-(left|right)\b|(^|[\s;{])(left|right)\s*:|text-align:\s*(left|right)|float:\s*(left|right)/
  expect(filesWhere(styles, (text) => physical.test(text))).toEqual([])
})

test('style sheets name colors by their token: only tokens.css holds values', () => {
  const styles = files.filter(
    (file) => file.startsWith('web/') && file.endsWith('.css') && !file.endsWith('tokens.css'),
  )
  expect(
    filesWhere(styles, (text) => /#[0-9a-f]{3,8}\b(?![^{]*\{)|rgba?\(/i.test(text.replace(/\/\*[\s\S]*?\*\//g, ''))),
  ).toEqual([])
})

test('migrations are numbered without gaps and written in lower case', () => {
  const migrations = files.filter((file) => /^db\/migrations\/.*\.sql$/.test(file))
  expect(migrations.map((file) => Number(/(\d{4})_/.exec(file)?.[1]))).toEqual(migrations.map((_, index) => index + 1))
  expect(filesWhere(migrations, (text) => /^\s*(CREATE|ALTER|SELECT|INSERT)\b/m.test(text))).toEqual([])
})

test('the server calls `fetch` and `node:http` in the client of the external broadcaster only', () => {
  const server = product.filter((file) => file.startsWith('server/'))
  const sends =
    /\bfetch\(|from 'node:(https|http2|tls|dgram|dns)|\b(request|get)\b[^}]*\} from 'node:http'|from 'undici'/
  expect(filesWhere(server, (text) => sends.test(text))).toEqual(['server/live/externalBroadcaster.ts'])
})

test('the packages that open connections are imported only by the modules that take a configured address', () => {
  const importers: Record<string, string[]> = {
    '@aws-sdk/client-s3': ['server/files/bucket.ts'],
    '@opensearch-project/opensearch': ['server/search/opensearch/cluster.ts'],
    '@opentelemetry/exporter-trace-otlp-http': ['server/telemetry/tracing.ts'],
    'node:net': ['server/files/scanner.ts', 'server/search/workers/indexer.ts'],
    nodemailer: ['server/mail/transport.ts'],
    pg: ['server/db/client.ts', 'server/db/database.ts', 'server/db/types.ts'],
  }
  const server = product.filter((file) => file.startsWith('server/'))
  // Of `node:net`, only what connects; the rest of the module parses addresses and listens.
  const names = (module: string) => (module === 'node:net' ? String.raw`\{[^}]*\bconnect\b[^}]*\}` : "[^']*")
  for (const [module, expected] of Object.entries(importers)) {
    const imports = new RegExp(`^import (?!type)${names(module)} from '${module}'|import\\('${module}'\\)`, 'm')
    expect(
      filesWhere(server, (text) => imports.test(text)),
      module,
    ).toEqual(expected)
  }
})

test('every package of the lockfile has a checksum, and none comes from elsewhere than the registry', () => {
  type Locked = { resolved?: string; integrity?: string; inBundle?: true }
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
  const unknown = Object.entries(packages).filter(([path, { resolved, integrity = '', inBundle }]) => {
    if (path === '' || inBundle) return false
    const isElsewhere = resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')
    return isElsewhere || !integrity.startsWith('sha512-')
  })
  expect(unknown.map(([path]) => path)).toEqual([])
})

test('the server never uses Math.random, because its randomness protects something', () => {
  expect(
    filesWhere(
      product.filter((file) => file.startsWith('server/')),
      (text) => text.includes('Math.random'),
    ),
  ).toEqual([])
})

test('the web imports neither zod nor a module that does, except for types', () => {
  const web = product.filter((file) => file.startsWith('web/'))
  expect(filesWhere(web, (text) => /^import (?!type)[^\n]*'(zod|#shared\/calls\/[^']+)'/m.test(text))).toEqual([])
})

test('no test is marked skip, only, or todo', () => {
  expect(
    filesWhere(
      code.filter((file) => isTest(file)),
      (text) => /\b(test|describe|it)\.(skip|only|todo)\b/.test(text),
    ),
  ).toEqual([])
})

test('no test expects `every` to be true, which it also is for an empty list', () => {
  // A statement may have several lines; it ends at its matcher.
  const everyIsTrue = /\bexpect\((?:(?!\.to[A-Z])[^])*?\.every\((?:(?!\.to[A-Z])[^])*\.toBe\(true\)/
  expect(filesWhere(code, (text) => everyIsTrue.test(text))).toEqual([])
})

test('the strings of a screen are named `strings`, not `t`', () => {
  const screens = code.filter((file) => file.startsWith('web/'))
  expect(filesWhere(screens, (text) => /\bconst t = |: t[,\s}]|\bt: /.test(text))).toEqual([])
})

test('no browser test waits for a fixed time', () => {
  const browserTests = code.filter((file) => file.startsWith('test/e2e/'))
  expect(filesWhere(browserTests, (text) => text.includes('waitForTimeout('))).toEqual([])
})

test('the packages of metrics and traces are loaded only by the two modules that are imported when they are configured', () => {
  const importers = (module: RegExp) => filesWhere(product, (text) => module.test(text))
  expect(importers(/^import (?!type)[^\n]*'(?:prom-client|@opentelemetry\/[^']+)'/m)).toEqual([
    'server/telemetry/metrics.ts',
    'server/telemetry/tracing.ts',
  ])
  expect(importers(/^import (?!type)[^\n]*telemetry\/(?:metrics|tracing)\.ts'/m)).toEqual([])
})

test('the package of the bucket is loaded only by the module that is imported when a bucket is configured', () => {
  const importers = (module: RegExp) => filesWhere(product, (text) => module.test(text))
  expect(importers(/from '@aws-sdk\//)).toEqual(['server/files/bucket.ts'])
  expect(importers(/^import (?!type)[^\n]*\/bucket\.ts'/m)).toEqual(['server/files/bucketStore.ts'])
  expect(importers(/^import (?!type)[^\n]*\/bucketStore\.ts'/m)).toEqual([])
})

test('the modules that the mutation run changes exist, and their tests', () => {
  const expand = (path: string): string[] => {
    const [, before = '', names, after = ''] = /^(.*)\{(.+)\}(.*)$/.exec(path) ?? []
    return names === undefined ? [path] : names.split(',').map((name) => before + name + after)
  }
  const listed = Object.values(mutated).flatMap(({ mutate, tests }) => [...mutate, ...tests.flatMap(expand)])
  expect(listed.filter((path) => !files.includes(path))).toEqual([])
})
