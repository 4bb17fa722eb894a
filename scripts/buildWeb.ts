import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { StartupError } from '#server/config/env.ts'

type Options = {
  say: (sentence: string) => void
  /** The folder that holds `web`. */
  root?: string
}

/**
 * Builds the web when its sources have changed since the last build. An image has the built web without its sources. The
 * files of earlier builds stay for a week: processes of an earlier version serve them, and pages that are open ask for them. An
 * image has only its own: a page that is open says that a part is missing, and is loaded again by its button. Throws a `StartupError` with what the compiler says.
 */
export async function buildWeb({ say, root = join(import.meta.dirname, '..') }: Options) {
  if (!existsSync(join(root, 'web')) && existsSync(join(root, 'dist/web/index.html'))) return
  const stamp = join(root, 'dist/web/.built')
  const sources = hashOf(root, ['web', 'shared', 'package-lock.json'])
  const [former, ...formerFiles] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : []
  if (former === sources) return

  say('Building the web…')
  const unfinished = join(root, 'dist/web.new')
  const warnings = await runVite(root, unfinished)
  if (warnings !== '') say(warnings)
  const files = filesIn(unfinished)
  replaceFiles({ from: unfinished, to: join(root, 'dist/web'), files, formerFiles })
  writeFileSync(stamp, [sources, ...files].join('\n'))
}

const former_ms = 7 * 86_400_000

type Replacement = { from: string; to: string; files: string[]; formerFiles: string[] }

/** Moves a build in place of the former one, of which no file that is served is missing meanwhile. */
function replaceFiles({ from, to, files, formerFiles }: Replacement) {
  // The week begins when a build is replaced, which may have been served for months.
  const now = new Date()
  for (const path of formerFiles) if (existsSync(join(to, path))) utimesSync(join(to, path), now, now)
  // The pages come last: they name the other files.
  for (const path of files.toSorted((one, other) => Number(isPage(one)) - Number(isPage(other)))) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    renameSync(join(from, path), join(to, path))
  }
  const isOld = (path: string) => now.getTime() - statSync(join(to, path)).mtimeMs > former_ms
  for (const path of filesIn(to)) if (!files.includes(path) && isOld(path)) rmSync(join(to, path))
  rmSync(from, { recursive: true })
}

const isPage = (path: string) => path.endsWith('.html')

/**
 * Runs `vite build` in a process of its own, whose memory goes with it: the bundler takes hundreds of megabytes and gives
 * nothing back. Returns what it printed.
 */
async function runVite(root: string, folder: string) {
  const parameters = ['build', '--config', join(root, 'web/vite.config.ts'), '--logLevel', 'warn', '--outDir', folder]
  const child = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...parameters], {
    cwd: root,
    // Vite builds for the NODE_ENV that it finds; a test has set its own.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new StartupError(`The web could not be built:\n${output.trim()}`)
  return output.trim()
}

function hashOf(root: string, paths: string[]) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((one) => filesOf(root, one)).sort())
    hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** The files at a path, tests left out. */
function filesOf(root: string, path: string): string[] {
  if (!existsSync(join(root, path))) return []
  if (statSync(join(root, path)).isFile()) return [path]
  return filesIn(join(root, path))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => join(path, file))
}

const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
