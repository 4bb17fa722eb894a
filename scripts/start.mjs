/**
 * `npm start`. Plain JavaScript, like server/main.mjs: compiled code is cached in `.cache/compiled`, so that neither this
 * process nor a search thread loads the type stripper. The first start of a clone runs in a child process first, which
 * fills that cache, the library and the index; its memory is freed when it ends.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../.cache/compiled', import.meta.url))
const { directory } = enableCompileCache(cache)
const prepares = process.argv.includes('--prepare')
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

if (directory !== undefined) {
  // Worker threads read only this variable.
  process.env.NODE_COMPILE_CACHE = cache
  const prepared = join(cache, 'prepared')
  if (!prepares && !existsSync(prepared)) {
    const parameters = [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2), '--prepare']
    const child = spawn(process.execPath, parameters, { stdio: 'inherit' })
    let isStopping = false
    const passOn = (signal) => {
      isStopping = true
      child.kill(signal)
    }
    for (const signal of signals) process.on(signal, passOn)
    const [status] = await once(child, 'exit')
    for (const signal of signals) process.off(signal, passOn)
    if (isStopping || status !== 0) process.exit(status ?? 1)
    writeFileSync(prepared, '')
  }
}

const { start } = await import('./start.ts')
await start({ prepares })
process.exit()
