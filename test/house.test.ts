import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Rules about the repository itself, kept by a test instead of by somebody. */
const root = join(import.meta.dirname, '..')
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

/** Each rule answers the files that break it. */
function breaking(among: string[], rule: (text: string, file: string) => boolean) {
  return among.filter((file) => rule(read(file), file))
}

const imports = (text: string) => [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1] ?? '')

test('no file is longer than 400 lines', () => {
  expect(breaking(code, (text) => text.split('\n').length > 401)).toEqual([])
})

test('Dhivehi is written in descriptions, strings, messages and the tables of the language only', () => {
  const homes = /^(server\/mail\/words\/|shared\/(resources|text)\/|shared\/messages\.ts|web\/strings\/)/
  expect(breaking(product, (text, file) => !homes.test(file) && /[ހ-ޱ]/u.test(text))).toEqual([])
})

test('the rooms keep their walls', () => {
  const foreign: [room: string, wall: RegExp][] = [
    ['shared/resource/', /resources\//],
    ['server/http/', /#server\/(search|pages|auth\/endpoints)/],
    ['server/db/', /#server\/(search|pages|auth|http)/],
    ['web/ui/', /#web\/(api|session|screens|search|reader|shell|routes)|@tanstack\/react-router/],
    ['web/fields/', /#web\/(resource|screens|search|searches|routes)|@tanstack\/react-router/],
    ['web/resource/', /#web\/(screens|search|searches|viewer|routes)\//],
  ]
  const broken = foreign.flatMap(([room, wall]) =>
    breaking(
      product.filter((file) => file.startsWith(room)),
      (text) => imports(text).some((path) => wall.test(path)),
    ),
  )
  expect(broken).toEqual([])
})

test('nothing imports main', () => {
  expect(breaking(code, (text) => imports(text).some((path) => /(^|\/)main\.(tsx?|mjs)$/.test(path)))).toEqual([])
})

test('nothing is exported without a name', () => {
  const named = code.filter((file) => !/(config|globalSetup)\.ts$/.test(file))
  expect(breaking(named, (text) => /^export default/m.test(text))).toEqual([])
})

test('styles know no left and right', () => {
  const styles = files.filter((file) => file.startsWith('web/') && file.endsWith('.css'))
  const physical =
    /(^|[\s;{])(margin|padding|border)-(left|right)\b|(^|[\s;{])(left|right)\s*:|text-align:\s*(left|right)|float:\s*(left|right)/
  expect(breaking(styles, (text) => physical.test(text))).toEqual([])
})

test('colours are named by their role: only the tokens hold them', () => {
  const styles = files.filter(
    (file) => file.startsWith('web/') && file.endsWith('.css') && !file.endsWith('tokens.css'),
  )
  expect(
    breaking(styles, (text) => /#[0-9a-f]{3,8}\b(?![^{]*\{)|rgba?\(/i.test(text.replace(/\/\*[\s\S]*?\*\//g, ''))),
  ).toEqual([])
})

test('migrations are numbered without gaps and written in lower case', () => {
  const migrations = files.filter((file) => /^db\/migrations\/.*\.sql$/.test(file))
  expect(migrations.map((file) => Number(/(\d{4})_/.exec(file)?.[1]))).toEqual(migrations.map((_, index) => index + 1))
  expect(breaking(migrations, (text) => /^\s*(CREATE|ALTER|SELECT|INSERT)\b/m.test(text))).toEqual([])
})

test('randomness that guards something never comes from Math.random', () => {
  expect(
    breaking(
      product.filter((file) => file.startsWith('server/')),
      (text) => text.includes('Math.random'),
    ),
  ).toEqual([])
})

test('the web never carries the library of the server’s checks', () => {
  const web = product.filter((file) => file.startsWith('web/'))
  expect(breaking(web, (text) => /^import (?!type)[^\n]*'(zod|#shared\/calls\/[^']+)'/m.test(text))).toEqual([])
})

test('no test is skipped or alone', () => {
  expect(
    breaking(
      code.filter((file) => isTest(file)),
      (text) => /\b(test|describe|it)\.(skip|only|todo)\b/.test(text),
    ),
  ).toEqual([])
})
