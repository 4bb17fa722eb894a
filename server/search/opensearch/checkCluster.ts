import { StartupError } from '#server/config/env.ts'
import { type Cluster, Unavailable } from './cluster.ts'
import { maxClauses } from './mapping.ts'

type Root = { version?: { distribution?: string; number?: string } }
type Settings = Record<'persistent' | 'transient' | 'defaults', Record<string, string>>

const minMajor = 3
const clauses = { setting: 'indices.query.bool.max_clause_count', byDefault: 1024 }

/**
 * Throws a `StartupError` if SEARCH_URL leads to no OpenSearch that can be used, and raises its limit of clauses. One that does
 * not answer may do so later: `Unavailable` is thrown.
 */
export async function checkCluster(cluster: Cluster) {
  const { version: { distribution, number = '' } = {} } = await asked(cluster.send<Root>('GET', '/'))
  if (distribution !== 'opensearch' || Number.parseInt(number) < minMajor)
    throw new StartupError(
      `SEARCH_URL must lead to OpenSearch ${minMajor} or later; ${distribution ?? 'something else'} ${number} answers there.`,
    )
  const query = { flat_settings: true, include_defaults: true }
  const found = await asked(cluster.send<Settings>('GET', '/_cluster/settings', { query }))
  const { transient, persistent, defaults } = found
  const limit = { ...defaults, ...persistent, ...transient }[clauses.setting] ?? clauses.byDefault
  if (Number(limit) >= maxClauses) return
  const body = { persistent: { [clauses.setting]: maxClauses } }
  await asked(cluster.send('PUT', '/_cluster/settings', { body }), `set ${clauses.setting} to ${maxClauses}`)
}

async function asked<Answer>(answer: Promise<Answer>, action = 'use it'): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Unavailable) throw error
    throw new StartupError(
      `The OpenSearch of SEARCH_URL does not let this server ${action}: ${String(error)}. Is its user right, and permitted to?`,
    )
  }
}
