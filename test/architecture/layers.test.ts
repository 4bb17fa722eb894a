import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import configuration, { areas, layers } from '../../.dependency-cruiser.mjs'

/** The import rules of .dependency-cruiser.mjs: `npm run check` runs them on the code, this test on files that break each. */

const root = join(import.meta.dirname, '../..')
const rules = configuration.forbidden.map(({ name }) => name)

type Violation = { from: string; rule: { name: string } }

/** Rule names by the file that breaks them, of one run over all fixtures. */
const broken = new Map<string, string[]>()

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-layers-'))
  const files = Object.assign({}, projectFiles, ...rules.map(fixtureOf)) as Record<string, string>
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const { from, rule } of await violationsIn(folder)) broken.set(from, [...(broken.get(from) ?? []), rule.name])
  rmSync(folder, { recursive: true })
})

function violationsIn(folder: string): Promise<Violation[]> {
  const parameters = ['--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', '.']
  return new Promise((resolve, reject) => {
    // The exit code is the number of violations.
    execFile(join(root, 'node_modules/.bin/depcruise'), parameters, { cwd: folder }, (error, stdout, stderr) => {
      if (!stdout) {
        reject(new Error(stderr, { cause: error }))
        return
      }
      const { summary } = JSON.parse(stdout) as { summary: { violations: Violation[] } }
      resolve(summary.violations)
    })
  })
}

const value = 'export const value = 1\n'
const importing = (path: string) => `import { value } from '#${path}'\nexport const copy = value\n`

const projectFiles = {
  'package.json': JSON.stringify({
    type: 'module',
    imports: { '#server/*': './server/*', '#web/*': './web/*', '#shared/*': './shared/*', '#test/*': './test/*' },
  }),
  'tsconfig.base.json': '{ "compilerOptions": { "module": "NodeNext", "allowImportingTsExtensions": true } }',
  'server/crud/allowed.ts': importing('server/db/target.ts'),
  'server/db/target.ts': value,
}

/** The file that breaks a rule, first, and what it imports. */
function fixtureOf(name: string): Record<string, string> {
  const own = fixtures[name]
  if (own) return own
  for (const [folder, lines] of Object.entries(layers)) {
    const index = lines.findIndex((names) => name === `${folder}/${names[0] ?? ''}-imports-upwards`)
    const [low, high] = [lines[index]?.[0], lines[index - 1]?.at(-1)]
    if (low && high) return pair(`${folder}/${low}/upwards.ts`, `${folder}/${high}/target.ts`)
  }
  const area = areas.find((one) => name === `web/${one}-imports-a-sibling`)
  const sibling = areas.find((one) => one !== area)
  return area && sibling ? pair(`web/${area}/sibling.ts`, `web/${sibling}/target.ts`) : {}
}

const pair = (from: string, to: string) => ({ [from]: importing(to), [to]: value })

const fixtures: Record<string, Record<string, string>> = {
  'no-circular': {
    'server/crud/circle.ts': "import type { B } from './circular.ts'\nexport type A = { b: B }\n",
    'server/crud/circular.ts': "import type { A } from './circle.ts'\nexport type B = { a: A }\n",
  },
  'shared-imports-a-side': pair('shared/text/side.ts', 'server/db/target.ts'),
  'server-imports-web': pair('server/crud/web.ts', 'web/ui/target.ts'),
  'web-imports-server': pair('web/ui/server.ts', 'server/crud/target.ts'),
  'product-imports-tests': pair('server/crud/tests.ts', 'test/target.ts'),
  'imports-main': { 'scripts/main.ts': "import '../server/main.mjs'\n", 'server/main.mjs': 'export {}\n' },
}

test.each(rules)('the import rule %s rejects a file that breaks it', (name) => {
  const [file = ''] = Object.keys(fixtureOf(name))
  expect(broken.get(file)).toEqual([name])
})

test('an import that follows the layers breaks no import rule', () => {
  expect(broken.get('server/crud/allowed.ts')).toBeUndefined()
})

test('every layer of the import rules is a file or a folder', () => {
  const names = Object.entries(layers).flatMap(([folder, lines]) => lines.flat().map((name) => `${folder}/${name}`))
  const missing = names.filter((name) => !['', '.ts', '.tsx'].some((ending) => existsSync(join(root, name + ending))))
  expect(missing).toEqual([])
})

test('every module below a folder with layers belongs to one of them', () => {
  // They build the web.
  const build = ['web/vite.config.ts', 'web/shippedPackages.ts']
  const outside = Object.entries(layers).flatMap(([folder, lines]) =>
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
      .filter((file) => !/\.test\.tsx?$/.test(file) && !build.includes(file))
      .filter((file) => !lines.flat().some((name) => new RegExp(`^${folder}/${name}(/|\\.tsx?$)`).test(file))),
  )
  expect(outside).toEqual([])
})

test('every layer of the import rules stands in ARCHITECTURE.md', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const missing = Object.entries(layers).flatMap(([folder, lines]) => {
    const [, section = ''] = new RegExp(`^${folder}/\\n((?: .*\\n)+)`, 'm').exec(text) ?? []
    return lines.flat().filter((name) => !new RegExp(`\\b${name}\\b`).test(section))
  })
  expect(missing).toEqual([])
})
