import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { buildWeb } from '#scripts/buildWeb.ts'
import { record, recordOption, type Row } from '#bench/report/figures.ts'

/**
 * What an installation takes: the packages of the product next to those of a bare server and page (fastify, pg, react-dom and
 * what they need), all packages, and the web as it is sent, compressed by gzip: what the first page names, next to a bare page
 * of React, and every script and style sheet.
 */
const { values } = parseArgs({ options: { ...recordOption } })

const root = join(import.meta.dirname, '..')
type Locked = { dev?: true; optional?: true; dependencies?: Record<string, string> }
const locked = (
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
).packages
const installed = Object.keys(locked).filter((path) => path !== '' && existsSync(join(root, path)))

await buildWeb({ say: console.log })
const web = join(root, 'dist/web')
const page = readFileSync(join(web, 'index.html'), 'utf8')
const named = [...page.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file = '']) =>
  readFileSync(join(web, file)),
)
const every = readFileSync(join(web, '.built'), 'utf8')
  .split('\n')
  .filter((file) => /\.(?:m?js|css)$/.test(file))
  .map((file) => readFileSync(join(web, file)))

const rows: Row[] = [
  {
    what: 'packages of the product',
    unit: 'MB',
    ours: megabytesOf(installed.filter((path) => !locked[path]?.dev)),
    other: megabytesOf(neededBy(['fastify', 'pg', 'react', 'react-dom'])),
    other_name: 'bare Fastify, pg and React',
  },
  {
    what: 'packages with those of development',
    unit: 'MB',
    ours: megabytesOf(installed),
    other: null,
    other_name: null,
  },
  {
    what: 'first page, gzip',
    unit: 'MB',
    ours: compressed(named),
    other: compressed(await barePage()),
    other_name: 'bare page of React',
  },
  { what: 'every script and style sheet, gzip', unit: 'MB', ours: compressed(every), other: null, other_name: null },
]
for (const { what, ours, other, other_name } of rows)
  console.log(
    `${what.padEnd(38)}${ours.toFixed(3).padStart(10)} MB${other ? `, ${other_name ?? ''} ${other.toFixed(3)} MB` : ''}`,
  )
if (values.record) record('install', rows)

/** Of their own files, without the packages inside them, which are packages of their own. */
function megabytesOf(paths: readonly string[]) {
  const bytes = paths.reduce((sum, path) => sum + bytesOf(join(root, path)), 0)
  return bytes / 1e6
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + bytesOf(path)
    return entry.isFile() ? sum + statSync(path).size : sum
  }, 0)
}

/** The paths of these packages and of all that they need. */
function neededBy(names: readonly string[]): string[] {
  const found = new Set<string>()
  const add = (name: string, from: string) => {
    const path = pathOf(name, from)
    if (path === undefined || found.has(path)) return
    found.add(path)
    for (const one of Object.keys(locked[path]?.dependencies ?? {})) add(one, path)
  }
  for (const name of names) add(name, '')
  return [...found]
}

/** Where Node finds a package that is imported from a folder: there, or in a folder above it. */
function pathOf(name: string, from: string): string | undefined {
  const path = join(from, 'node_modules', name)
  if (locked[path]) return path
  return from === '' ? undefined : pathOf(name, dirname(from) === '.' ? '' : dirname(from))
}

async function barePage() {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: join(import.meta.dirname, 'install/floor.ts') } },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as { output: { code?: string }[] }
  return output.flatMap(({ code }) => (code === undefined ? [] : Buffer.from(code)))
}

function compressed(files: readonly Uint8Array[]) {
  return files.reduce((sum, file) => sum + gzipSync(file).length, 0) / 1e6
}
