import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const folders = join(root, '.cache/analysis')
/** What decides the compiled code: the modules of the processes, and the versions of their packages. */
const sources = ['server/analysis/**/*.{ts,mts}', 'shared/**/*.ts', 'package-lock.json']

/**
 * A cache of compiled code that processes read and must not write: a folder for each state of the sources, complete when
 * it is there. Without it, a process strips types and compiles for half a second. `load` fills a folder, and says whether
 * it has.
 */
export function openCompileCache(load: (folder: string) => Promise<boolean>) {
  const folder = join(folders, signature())
  let filling: Promise<void> | undefined

  async function fillFolder() {
    const unfinished = `${folder}.${process.pid}`
    try {
      mkdirSync(unfinished, { recursive: true })
      if (!(await load(unfinished))) return
      renameSync(unfinished, folder)
      removeOthers(folder)
    } catch {
      // Nothing may be written here, or another process was faster.
    } finally {
      rmSync(unfinished, { recursive: true, force: true })
    }
  }

  /** Fills the folder unless it is filled. */
  const fill = () => (filling ??= existsSync(folder) ? Promise.resolve() : fillFolder())
  return {
    fill,
    /** The folder; undefined while it is filled. */
    filledFolder(): string | undefined {
      void fill()
      return existsSync(folder) ? folder : undefined
    },
  }
}

function signature(): string {
  const hash = createHash('sha256').update(`${process.version} ${process.getuid?.() ?? ''}`)
  for (const file of globSync(sources, { cwd: root }).sort()) hash.update(readFileSync(join(root, file)))
  return hash.digest('base64url')
}

/** Those of former versions, and what a killed process has not finished. */
function removeOthers(folder: string) {
  for (const name of readdirSync(folders)) {
    const other = join(folders, name)
    if (other !== folder) rmSync(other, { recursive: true, force: true })
  }
}
