import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Attributes,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LogEvent } from 'kysely'

/* Loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set. */

export type Tracing = ReturnType<typeof openTracing>

const maxSend_ms = 2000

const none = () => undefined
const silent = { error: none, warn: none, info: none, debug: none, verbose: none }

/**
 * Sends traces to a collector by OTLP over HTTP. No span contains a parameter of a statement, a query or a
 * body. `onError` receives the first failure.
 */
export function openTracing(endpoint: string, onError: (error: unknown) => void) {
  const reportOnce = createReporter(onError)
  diag.setLogger({ ...silent, error: reportOnce }, DiagLogLevel.ERROR)
  const provider = openProvider(endpoint)
  const tracer = provider.getTracer('hukum')
  const current = new AsyncLocalStorage<Span>()
  const start = (name: string, attributes: Attributes, { kind = SpanKind.INTERNAL, startTime = Date.now() } = {}) => {
    const parent = current.getStore()
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
    return tracer.startSpan(name, { kind, attributes, startTime }, context)
  }

  return {
    instrument: (app: FastifyInstance) => traceRequests(app, current, start),

    /** A span for a statement that has just ended. Those of no request and no job, such as of the live events, have none. */
    onQuery: ({ query: { sql }, queryDurationMillis, level }: LogEvent) => {
      if (!current.getStore()) return
      const startTime = Date.now() - queryDurationMillis
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql }
      const span = start(operationOf(sql), attributes, { kind: SpanKind.CLIENT, startTime })
      if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },

    /** Runs work in a span of its own. */
    traced: async <Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result> => {
      const span = start(name, attributes)
      try {
        return await current.run(span, work)
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },

    /** Sends what is left; a collector that does not answer is not waited for. */
    close: () => Promise.race([provider.shutdown().catch(reportOnce), sleep(maxSend_ms, undefined, { ref: false })]),
  }
}

function createReporter(onError: (error: unknown) => void) {
  let hasFailed = false
  return (reason: unknown) => {
    if (!hasFailed) onError(reason)
    hasFailed = true
  }
}

const openProvider = (endpoint: string) =>
  new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'hukum' }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }),
      }),
    ],
  })

/** The first word after the comment of a prepared statement. */
const operationOf = (sql: string) => /^\s*(?:--.*\s+)?(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL'

/** Probes come every few seconds. */
const untraced: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/readyz/proxy'])

type StartSpan = (name: string, attributes: Attributes, options: { kind: SpanKind }) => Span

/** A span for each request. What runs for the request runs in its context, also after its body was read. */
function traceRequests(app: FastifyInstance, current: AsyncLocalStorage<Span>, start: StartSpan) {
  const spans = new WeakMap<FastifyRequest, Span>()
  const enter = (request: FastifyRequest, done: () => void) => {
    const span = spans.get(request)
    if (span) current.run(span, done)
    else done()
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = 'none' } = request.routeOptions
    if (untraced.has(url)) {
      done()
      return
    }
    const attributes = { 'http.request.method': request.method, 'http.route': url, 'hukum.request_id': request.id }
    spans.set(request, start(`${request.method} ${url}`, attributes, { kind: SpanKind.SERVER }))
    enter(request, done)
  })
  app.addHook('preValidation', (request, _reply, done) => enter(request, done))
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}
