import { clusterVariable } from '#test/cluster.ts'
import { useTestCluster } from '#test/globalSetup.ts'
import { buildLibrary } from '#test/libraryTemplate.ts'
import { hasOpenSearchNodes, startNodes } from '#test/openSearchNodes.ts'
import { buildFixtures } from './buildFixtures.ts'

/** Provides PostgreSQL with a template that holds the demo library, and builds the web of the fixtures. */
export default async function () {
  const isOnMachines = process.env['E2E_CLUSTER'] === '1'
  const { stop, ...cluster } = await useTestCluster({ isReplicated: isOnMachines })
  process.env[clusterVariable] = JSON.stringify(cluster)
  await Promise.all([buildLibrary(cluster), buildFixtures()])
  if (!isOnMachines || !hasOpenSearchNodes) return stop
  const { nodes, close } = await startNodes(3)
  process.env['TEST_SEARCH_URL'] = nodes[0]?.url
  return () => close().then(stop)
}
