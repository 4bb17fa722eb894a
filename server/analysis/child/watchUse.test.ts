import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { type Use, watchUse } from './watchUse.ts'

/** The use of a process when a condition holds, and how long it ran by the clock. */
async function runUntil(script: string, isReached: (use: Use, seconds: number) => boolean) {
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' })
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  const use = await new Promise<Use>((resolve) => {
    const stop = watchUse(child.pid, (sample) => {
      if (!isReached(sample, seconds())) return
      stop()
      resolve(sample)
    })
  })
  child.kill('SIGKILL')
  return { use, seconds: seconds() }
}

test.runIf(process.platform === 'linux')(
  'a process that waits uses memory, and hardly any processor time',
  async () => {
    const { use, seconds } = await runUntil('setInterval(() => {}, 1000)', (_, passed) => passed > 1)
    expect(use.memory_bytes).toBeGreaterThan(10 * 1024 ** 2)
    expect(use.processor_seconds).toBeLessThan(seconds * 0.7)
  },
)

test.runIf(process.platform === 'linux')('a process that computes uses processor time', async () => {
  const { use, seconds } = await runUntil('for (;;);', ({ processor_seconds }) => processor_seconds > 0.5)
  expect(use.processor_seconds).toBeLessThanOrEqual(seconds + 0.1)
})
