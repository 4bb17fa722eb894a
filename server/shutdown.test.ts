import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Runs a process that prints `closed` at its orderly end, as the server closes its parts. */
function startProcess(statements: string, signals = 'undefined') {
  const script = `
    import { signalsOfPrimary, waitForShutdown } from '${join(import.meta.dirname, 'shutdown.ts')}'
    const timer = setInterval(() => undefined, 1000)
    const ended = waitForShutdown(undefined, ${signals}).finally(() => console.log('closed'))
    console.log('ready')
    ${statements}
    try {
      await ended
    } catch (error) {
      console.log(error.message)
      process.exitCode = 1
    }
    process.exit()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (bytes: Buffer) => {
      printed += bytes.toString()
      if (printed.includes('ready')) resolve()
    })
  })
  const end = once(child, 'close').then(([code]: unknown[]) => ({ code, printed: printed.trim().split('\n') }))
  return { child, ready, end }
}

test('a process that receives a signal closes and ends with 0', async () => {
  const { child, ready, end } = startProcess('')
  await ready
  child.kill('SIGTERM')
  expect(await end).toEqual({ code: 0, printed: ['ready', 'closed'] })
})

test('a primary that receives SIGHUP while it still starts goes on, and closes at the next signal', async () => {
  const { child, ready, end } = startProcess('', 'signalsOfPrimary')
  await ready
  child.kill('SIGHUP')
  child.kill('SIGTERM')
  expect(await end).toEqual({ code: 0, printed: ['ready', 'closed'] })
})

test('a Ctrl-C that npm passes on a second time is one signal', async () => {
  const { child, ready, end } = startProcess(
    'process.once("SIGINT", () => { for (const end = performance.now() + 100; performance.now() < end;); })',
  )
  await ready
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await end).toEqual({ code: 0, printed: ['ready', 'closed'] })
})

test.each([
  ['an error that nothing catches', 'setTimeout(() => { throw new Error("unforeseen") }, 10)'],
  ['a rejection that nothing handles', 'setTimeout(() => Promise.reject(new Error("unforeseen")), 10)'],
])('%s closes the process in order, and ends it with 1', async (_what, statements) => {
  expect(await startProcess(statements).end).toEqual({ code: 1, printed: ['ready', 'closed', 'unforeseen'] })
})
