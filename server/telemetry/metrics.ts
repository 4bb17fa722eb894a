import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/*
 * Loaded only where METRICS_PORT is set. A request costs one observation of a histogram; everything else is read when
 * Prometheus asks.
 */

/** A value with its labels. */
export type Sample = { value: number; labels?: Record<string, string> }

/** What is read at each scrape: name → its description, and its values. One that fails to be read is left out. */
export type MetricTable = Record<string, { help: string; type?: 'counter'; read: () => Sample[] | Promise<Sample[]> }>

type Port = { port: number; host: string; headers: Record<string, string> }

/** The metrics of this process, those of Node among them. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    instrument: requestInstrument(registry),
    add: (table: MetricTable) => {
      for (const [name, metric] of Object.entries(table)) addMetric(registry, name, metric)
    },
    listen: (port: Port) => openMetricsPort(registry, port),
  }
}

/** Opens the port of the metrics, which answers nothing else. Throws when it cannot be opened. */
async function openMetricsPort(registry: Registry, { port, host, headers }: Port) {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, headers).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { ...headers, 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500, headers).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // Each process of a cluster has a port of its own.
    server.listen({ port, host, exclusive: true }, resolve)
  })
  return {
    address: () => server.address(),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function addMetric(registry: Registry, name: string, { help, type, read }: MetricTable[string]) {
  const Metric = type === 'counter' ? Counter : Gauge
  return new Metric<string>({
    name,
    help,
    registers: [registry],
    labelNames: ['pool', 'state', 'callers', 'kind', 'by', 'slot'],
    async collect() {
      this.reset()
      const samples = await Promise.resolve(read()).catch(() => [])
      for (const { value, labels = {} } of samples) this.inc(labels, value)
    },
  })
}

/** From a millisecond to the client's deadline, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

/** Measures every response by its endpoint and the class of its status. The names of endpoints are a closed set. */
function requestInstrument(registry: Registry) {
  const histogram = new Histogram({
    name: 'hukum_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response.',
    labelNames: ['endpoint', 'status'],
    buckets,
    registers: [registry],
  })
  type Child = ReturnType<typeof histogram.labels>
  const childrenOf = new Map<string, Partial<Record<number, Child>>>()
  /** Labels are looked up once for each route and class of status. */
  const childOf = (url: string, statusClass: number) => {
    const children = childrenOf.get(url) ?? {}
    if (!childrenOf.has(url)) childrenOf.set(url, children)
    return (children[statusClass] ??= histogram.labels(endpointOf(url), `${statusClass}xx`))
  }
  return (app: FastifyInstance) => {
    app.addHook('onResponse', (request, reply, done) => {
      const { url = '' } = request.routeOptions
      childOf(url, Math.trunc(reply.statusCode / 100)).observe(reply.elapsedTime / 1000)
      done()
    })
  }
}

/** The route of an API call; other routes, such as those of each static file, are counted together. */
function endpointOf(url: string) {
  if (url.startsWith('/api/')) return url === '/api/*' ? 'unknown' : url.slice('/api/'.length)
  return ownRoutes[url] ?? 'web'
}

const ownRoutes: Record<string, string> = {
  '/files/:link': 'files',
  '/healthz': 'healthz',
  '/readyz': 'readyz',
  '/readyz/proxy': 'readyz',
}
