import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readEnv } from '#server/config/env.ts'
import { serve } from '#server/serve.ts'

/**
 * The server under measurement, and next to it a bare HTTP server on the same event loop: it reads the bytes of a request and
 * answers with as many as `x-answer-bytes` says. A timer of one millisecond measures how long the loop is held.
 */
export type Hold = { wall_ms: number; cpu_ms: number }

const [settings = '{}'] = process.argv.slice(2)

let [longest, last]: [Hold, Hold] = [{ wall_ms: 0, cpu_ms: 0 }, now()]

function now(): Hold {
  const { user, system } = process.threadCpuUsage()
  return { wall_ms: performance.now(), cpu_ms: (user + system) / 1000 }
}

function tick() {
  const current = now()
  longest = {
    wall_ms: Math.max(longest.wall_ms, current.wall_ms - last.wall_ms),
    cpu_ms: Math.max(longest.cpu_ms, current.cpu_ms - last.cpu_ms),
  }
  last = current
  setTimeout(tick, 1)
}

process.on('message', (message) => {
  if (message === 'reset') {
    longest = { wall_ms: 0, cpu_ms: 0 }
    last = now()
  }
  process.send?.(message === 'reset' ? {} : longest)
})
process.once('disconnect', () => process.exit())

const { address } = await serve(readEnv(JSON.parse(settings) as Record<string, string>), { limitsScale: 1_000_000 })
const floor = createServer((request, response) => {
  request.resume().once('end', () => response.end(Buffer.alloc(Number(request.headers['x-answer-bytes'] ?? 0), 'x')))
})
await new Promise<void>((resolve) => floor.listen(0, '127.0.0.1', resolve))
tick()
process.send?.({ address, floor: `http://127.0.0.1:${(floor.address() as AddressInfo).port}` })
