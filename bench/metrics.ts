import type { FastifyReply, FastifyRequest } from 'fastify'
import fastify, { type FastifyInstance } from 'fastify'
import { serveHealth } from '#server/http/health.ts'
import { createMetrics } from '#server/telemetry/metrics.ts'
import { median } from '#bench/report/percentile.ts'

/**
 * What the metrics cost a request, in processor time: the hook of each response next to the cheapest request that there is,
 * `/healthz` without the hooks of the application. Any other request costs more, so that its share is smaller.
 */
const rounds = 5
const hookCalls = 200_000
const requests = 5000
const largestShare = 0.02

const app = fastify()
serveHealth(app, {
  readiness: {
    all: async () => ({ database: 'ok', index: 'ok', queue: 'ok', scanner: 'off', files: 'ok' }),
    database: async () => 'ok',
  },
  isDraining: () => false,
})
await app.ready()
const hook = hookOf(createMetrics().instrument)

const shares: number[] = []
console.log('µs of the processor for a request, for its metrics, and their share')
for (let round = 0; round < rounds; round += 1) {
  const request_us = await cost_us(requests, async () => {
    for (let count = 0; count < requests; count += 1) await app.inject('/healthz')
  })
  const hook_us = await cost_us(hookCalls, () => callHook(hookCalls))
  shares.push(hook_us / request_us)
  console.log(`${request_us.toFixed(1)}  ${hook_us.toFixed(2)}  ${((100 * hook_us) / request_us).toFixed(2)} %`)
}
await app.close()
process.exitCode = median(shares) <= largestShare ? 0 : 1

type Hook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void

/** The hook that an instrument adds. */
function hookOf(instrument: (app: FastifyInstance) => void): Hook {
  const hooks: Hook[] = []
  instrument({ addHook: (_name: string, added: Hook) => hooks.push(added) } as unknown as FastifyInstance)
  const [first] = hooks
  if (!first) throw new Error('the metrics add no hook: what do they measure a request by?')
  return first
}

function callHook(times: number) {
  const urls = ['/api/g/search', '/api/auth/me', '/api/caseFiles/get', '/files/:link', '/assets/main.js']
  const request = { routeOptions: { url: '' } }
  const reply = { statusCode: 200, elapsedTime: 0 }
  for (let count = 0; count < times; count += 1) {
    request.routeOptions.url = urls[count % urls.length] ?? ''
    reply.elapsedTime = count % 300
    hook(request as unknown as FastifyRequest, reply as unknown as FastifyReply, () => undefined)
  }
}

async function cost_us(times: number, work: () => unknown) {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / times
}
