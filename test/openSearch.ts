import { randomBytes } from 'node:crypto'
import { hasOpenSearchNodes, startNodes } from './openSearchNodes.ts'

/** A real OpenSearch for tests: the one at TEST_SEARCH_URL, or a node of the distribution in OPENSEARCH_HOME. */

const given = process.env['TEST_SEARCH_URL']

/** Why there is no OpenSearch; undefined when there is one. */
export const missingOpenSearch: string | undefined =
  given !== undefined || hasOpenSearchNodes ? undefined : 'needs TEST_SEARCH_URL, or OPENSEARCH_HOME and Java 21'

export type OpenSearch = {
  /** A SEARCH_URL with indices of its own, with this number of shards. */
  searchUrl: (shards?: number) => string
  close: () => Promise<void>
}

/** Opens what `missingOpenSearch` does not miss. Closing deletes the indices of all its URLs. */
export async function openOpenSearch(): Promise<OpenSearch> {
  const { url, close } = given === undefined ? await startOne() : { url: given, close: async () => {} }
  const prefixes: string[] = []
  return {
    searchUrl: (shards = 1) => {
      const prefix = `test-${randomBytes(6).toString('hex')}`
      prefixes.push(prefix)
      return new URL(`${prefix}?shards=${shards}`, url).href
    },
    close: async () => {
      for (const prefix of prefixes) await deleteIndices(url, prefix)
      await close()
    },
  }
}

async function startOne() {
  const { nodes, close } = await startNodes(1)
  return { url: nodes[0]?.url ?? '', close }
}

async function deleteIndices(at: string, prefix: string) {
  const found = (await (await fetch(new URL(`/${prefix}-*`, at))).json()) as Record<string, unknown>
  for (const index of Object.keys(found)) await fetch(new URL(`/${index}`, at), { method: 'DELETE' })
}
