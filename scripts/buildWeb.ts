import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { StartupError } from '#server/config/env.ts'

type Options = {
  say: (sentence: string) => void
  /** The folder that holds `web`. */
  root?: string
}

/** Builds the web when its sources have changed since the last build. Throws a `StartupError` with what the compiler says. */
export async function buildWeb({ say, root = join(import.meta.dirname, '..') }: Options) {
  const stamp = join(root, 'dist/web/.built')
  const sources = hashOf(root, ['web', 'shared', 'package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return

  say('Building the web…')
  const warnings = await runVite(root)
  if (warnings !== '') say(warnings)
  writeFileSync(stamp, sources)
}

/**
 * Runs `vite build` in a process of its own, whose memory goes with it: the bundler takes hundreds of megabytes and gives
 * nothing back. Returns what it printed.
 */
async function runVite(root: string) {
  const parameters = ['build', '--config', join(root, 'web/vite.config.ts'), '--logLevel', 'warn']
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
  return readdirSync(join(root, path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}
