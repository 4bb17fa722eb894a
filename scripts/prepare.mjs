/**
 * Makes `npm start` and `npm test` work on a fresh clone: installs the packages when the lockfile has changed. Plain
 * JavaScript without dependencies, because it runs before they are installed, on any installed version of Node.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const file = (path) => new URL(path, root)
const stamp = file('node_modules/.installed')

const [major] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`Node ${process.versions.node} is too old: install Node 20 or later.`)

const wanted = createHash('sha256')
  .update(readFileSync(file('package-lock.json')))
  .digest('hex')
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''

if (installed !== wanted) {
  console.log('Installing the packages (about a minute, only the first time)…')
  // Quiet, because Node 20 would warn about packages that need the newer Node that this step installs.
  const npm = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) fail(explain(`${npm.stdout ?? ''}${npm.stderr ?? ''}${npm.error ?? ''}`))
  writeFileSync(stamp, wanted)
}

function explain(output) {
  if (/ENOSPC/.test(output)) return 'The disk is full: the packages could not be installed.'
  if (/EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ETIMEDOUT/.test(output))
    return 'The npm registry cannot be reached: connect to the network and try again.'
  return `The packages could not be installed:\n${output.trim()}`
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
