import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { path } from '#shared/resource/names.ts'
import { resources } from '#shared/resources/index.ts'

const root = join(import.meta.dirname, '..')
const listFiles = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)))
const documents = listFiles('*.md')
const checked = documents.filter((file) => /^(README|ARCHITECTURE)\.md$|^docs\//.test(file))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const folders = ['server', 'web', 'shared', 'db', 'scripts', 'test', 'bench', 'docs', 'deploy']
/** A path of the repository in code marks: it starts with a folder of the root and contains no placeholder. */
const pathPattern = new RegExp(`\`((?:${folders.join('|')})/[\\w./-]+)\``, 'g')
const linkPattern = /\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g

test('every file path in README, ARCHITECTURE and docs exists', () => {
  const missing = checked.flatMap((file) =>
    [...read(file).matchAll(pathPattern)].flatMap(([, path = '']) =>
      existsSync(join(root, path)) ? [] : [`${file}: ${path}`],
    ),
  )
  expect(missing).toEqual([])
})

test('every relative link in README, ARCHITECTURE and docs leads to a file', () => {
  const missing = checked.flatMap((file) =>
    [...read(file).matchAll(linkPattern)].flatMap(([, link = '']) =>
      existsSync(join(root, dirname(file), link)) ? [] : [`${file}: ${link}`],
    ),
  )
  expect(missing).toEqual([])
})

test('every document that a comment names exists', () => {
  const missing = listFiles('*.ts', '*.tsx', '*.mts', '*.mjs', '*.css').flatMap((file) =>
    [...read(file).matchAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g)]
      .flatMap(([comment]) => comment.match(/[\w./-]*\w\.md\b/g) ?? [])
      .filter((named) => ![named, join(dirname(file), named)].some((path) => existsSync(join(root, path))))
      .map((named) => `${file}: ${named}`),
  )
  expect(missing).toEqual([])
})

test('a decision record has at most 250 words', () => {
  const long = checked
    .filter((file) => file.startsWith('docs/decisions/'))
    .map((file) => ({ file, words: read(file).split(/\s+/).filter(Boolean).length }))
    .filter(({ words }) => words > 250)
  expect(long).toEqual([])
})

test('every decision record states its question, decision, reasons and when to look again', () => {
  const parts = ['**Question.**', '**Decision.**', '**Why.**', '**When to look again.**']
  const incomplete = checked.filter(
    (file) => file.startsWith('docs/decisions/') && !parts.every((part) => read(file).includes(part)),
  )
  expect(incomplete).toEqual([])
})

test('every endpoint that is not a standard call of a resource stands in docs/api.md', () => {
  const { paths } = JSON.parse(read('test/contracts/openapi.json')) as { paths: Record<string, unknown> }
  const rows = [...read('docs/api.md').matchAll(/^\| (`[^|]+) \|/gm)].map(([, calls = '']) => calls).join()
  const standard = ['get', 'isDisplayed', 'find', 'history', 'create', 'update', 'partialUpdate', 'delete']
  const isStandard = (endpoint: string) =>
    resources.some(
      (resource) =>
        standard.some((verb) => endpoint === path(resource, verb)) ||
        (endpoint.startsWith(path(resource, 'get')) && endpoint.endsWith('List')),
    )
  const endpoints = Object.keys(paths).map((endpoint) => endpoint.slice(1))
  const missing = endpoints.filter((endpoint) => !isStandard(endpoint) && !rows.includes(`${endpoint}\``))
  expect(missing).toEqual([])
})

test('the engineering terms of the glossary are in alphabetical order', () => {
  const [, text = ''] = read('docs/glossary.md').split('## Engineering terms')
  const [, ...terms] = [...text.matchAll(/^\| ([^|]+) \|/gm)].map(([, term = '']) => term.toLowerCase())
  expect(terms).toEqual(terms.toSorted())
})

test('every npm command stands in README, or those of failures in docs/reliability.md', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const text = read('README.md') + read('docs/reliability.md')
  const isNamed = (name: string) => new RegExp(`\`npm (?:run (?:-s )?)?${name}[ \`]`).test(text)
  expect(Object.keys(scripts).filter((name) => !isNamed(name))).toEqual([])
})
