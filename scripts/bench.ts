import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { serverFlags } from './serverFlags.ts'

/**
 * `npm run bench` runs every benchmark, `npm run bench -- search` one; each prints its results and those of a peer. `npm run
 * bench -- report` runs short forms and draws their results. Node has the same memory flags as in the server.
 */
const folder = join(import.meta.dirname, '../bench')
const wanted = process.argv[2]
const benches = readdirSync(folder).filter(
  (file) => /^[a-z]+\.ts$/.test(file) && (wanted ? file === `${wanted}.ts` : file !== 'report.ts'),
)
if (benches.length === 0) console.error(`There is no benchmark ${wanted ?? ''} in bench/.`)

const failed = benches.filter(
  (file) =>
    spawnSync(process.execPath, [...serverFlags, join(folder, file), ...process.argv.slice(3)], { stdio: 'inherit' })
      .status !== 0,
)
process.exitCode = failed.length > 0 || benches.length === 0 ? 1 : 0
