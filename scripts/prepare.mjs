/**
 * Makes `npm start` and `npm test` work on a fresh clone: installs the packages when the lockfile has changed. Plain
 * JavaScript without dependencies, because it runs before they are installed, on any installed version of Node.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const root = new URL('../', import.meta.url)
const file = (path) => new URL(path, root)
const stamp = file('node_modules/.installed')

/** An installation takes minutes: an older lock is of a process that was killed, whose number another one may have now. */
const maxInstall_ms = 20 * 60_000

const [major] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`Node ${process.versions.node} is too old: install Node 20 or later.`)

const wanted = createHash('sha256')
  .update(readFileSync(file('package-lock.json')))
  .digest('hex')
const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

/** Commands that may run while a server does, which loads more of its packages later. */
const withServer = ['admin', 'analyze', 'audit:verify', 'backup', 'files:move', 'import', 'jobs', 'login-code', 'rotate-keys', 'seed'] // prettier-ignore

if (!isInstalled()) {
  if (existsSync(stamp) && withServer.includes(process.env.npm_lifecycle_event))
    fail('The packages are those of another version: stop the server, then npm start or npm run build.')
  await alone(() => isInstalled() || install())
}

function install() {
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

/** One process at a time installs: two would delete each other's files. The lock of one that was killed is taken over. */
async function alone(run) {
  const lock = file('.cache/installing')
  mkdirSync(file('.cache'), { recursive: true })
  for (let attempts = 0; !take(lock); attempts += 1) {
    // Not at the first: the lock of a process that was killed is removed by it.
    if (attempts === 1) console.error('Another command installs the packages: waiting for it…')
    await sleep(200)
  }
  process.once('exit', () => rmSync(lock, { force: true }))
  run()
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (!isHeld(lock)) rmSync(lock, { force: true })
  return false
}

/** In a container that starts again, the own number is that of the process that was killed. */
function isHeld(lock) {
  try {
    const holder = readFileSync(lock, 'utf8')
    if (Date.now() - statSync(lock).mtimeMs > maxInstall_ms || Number(holder) === process.pid) return false
    return holder === '' || isAlive(Number(holder))
  } catch (error) {
    // It was released meanwhile.
    if (error.code === 'ENOENT') return true
    throw error
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
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
