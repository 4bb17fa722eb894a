import { Client, errors } from '@opensearch-project/opensearch'

type Request = { body?: object; query?: Record<string, string | number | boolean>; /** NDJSON. */ lines?: object[] }

/** A connection to an OpenSearch cluster. */
export type Cluster = {
  /** What the names of all indices of this installation begin with. */
  prefix: string
  /** How many shards a new index of cases has. */
  shards: number
  /** The body of the response. Throws `Unavailable`, or `MissingIndex` for 404, or the error of the client. */
  send: <Body>(method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE', path: string, request?: Request) => Promise<Body>
  close: () => Promise<void>
}

/** The cluster cannot answer at the moment. */
export class Unavailable extends Error {}

/** An index, an alias or a document does not exist. */
export class MissingIndex extends Unavailable {}

/** How long one attempt may take, and a request with all its attempts at several nodes. */
type Patience = { attempt_ms: number; whole_ms: number }

/** Users wait for a search: a node that does not answer must not delay it by more than this. */
export const patienceOfSearches: Patience = { attempt_ms: 4000, whole_ms: 10_000 }
const patienceOfWrites: Patience = { attempt_ms: 30_000, whole_ms: 120_000 }
const defaultPrefix = 'hukum'

/**
 * `urls`: `https://USER:PASSWORD@HOST:PORT/PREFIX?shards=N`, of which only the host is needed, and the addresses of further nodes
 * after spaces. A request that a node does not answer is sent to another one, while its patience lasts.
 */
export function openCluster(urls: string, { attempt_ms, whole_ms } = patienceOfWrites): Cluster {
  const nodes = urls
    .trim()
    .split(/\s+/)
    .map((url) => new URL(url))
  const [{ username, password, pathname, searchParams } = new URL(urls)] = nodes
  const auth = { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  const client = new Client({
    nodes: nodes.map(({ origin }) => origin),
    requestTimeout: attempt_ms,
    maxRetries: Math.max(2, nodes.length),
    ...(username && { auth }),
  })
  return {
    prefix: pathname.slice(1) || defaultPrefix,
    shards: Number(searchParams.get('shards') ?? 1),
    send: async (method, path, { body, query = {}, lines } = {}) => {
      const request = { method, path, querystring: query, ...(body && { body }), ...(lines && { bulkBody: lines }) }
      const asked = client.transport.request(request)
      const timer = setTimeout(() => asked.abort(), whole_ms)
      try {
        return (await asked).body as never
      } catch (error) {
        throw toOwnError(error)
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => client.close(),
  }
}

function toOwnError(error: unknown): unknown {
  const status = error instanceof errors.ResponseError ? error.statusCode : 200
  if (status === 404) return new MissingIndex(String(error))
  const isLost = lostKinds.some((kind) => error instanceof kind)
  return isLost || isBusy(status) ? new Unavailable(`OpenSearch does not answer: ${String(error)}`) : error
}

const lostKinds = [
  errors.ConnectionError,
  errors.TimeoutError,
  errors.NoLivingConnectionsError,
  errors.RequestAbortedError,
]

/** Whether a status means that the same request may succeed later. */
export const isBusy = (status: number) => [429, 502, 503, 504].includes(status)
