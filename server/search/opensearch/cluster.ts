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

const timeout_ms = 30_000
const defaultPrefix = 'hukum'

/**
 * `urls`: `https://USER:PASSWORD@HOST:PORT/PREFIX?shards=N`, of which only the host is needed, and the addresses of further nodes
 * after spaces. A request that a node does not answer is sent to another one.
 */
export function openCluster(urls: string): Cluster {
  const nodes = urls.trim().split(/\s+/).map((url) => new URL(url)) // prettier-ignore
  const [{ username, password, pathname, searchParams } = new URL(urls)] = nodes
  const auth = { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  const client = new Client({
    nodes: nodes.map(({ origin }) => origin),
    requestTimeout: timeout_ms,
    maxRetries: Math.max(2, nodes.length),
    ...(username && { auth }),
  })
  return {
    prefix: pathname.slice(1) || defaultPrefix,
    shards: Number(searchParams.get('shards') ?? 1),
    send: async (method, path, { body, query = {}, lines } = {}) => {
      const request = { method, path, querystring: query, ...(body && { body }), ...(lines && { bulkBody: lines }) }
      try {
        return (await client.transport.request(request)).body as never
      } catch (error) {
        throw toOwnError(error)
      }
    },
    close: () => client.close(),
  }
}

function toOwnError(error: unknown): unknown {
  const status = error instanceof errors.ResponseError ? error.statusCode : 200
  if (status === 404) return new MissingIndex(String(error))
  const isLost = [errors.ConnectionError, errors.TimeoutError, errors.NoLivingConnectionsError].some(
    (kind) => error instanceof kind,
  )
  return isLost || isBusy(status) ? new Unavailable(`OpenSearch does not answer: ${String(error)}`) : error
}

/** Whether a status means that the same request may succeed later. */
export const isBusy = (status: number) => [429, 502, 503, 504].includes(status)
