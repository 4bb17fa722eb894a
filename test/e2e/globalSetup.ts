import { openTestCluster } from '../globalSetup.ts'
import { buildLibrary } from '../libraryTemplate.ts'
import { buildFixtures } from './buildFixtures.ts'

/** Starts PostgreSQL with a template that holds the demo library, and builds the web of the fixtures. */
export default async function () {
  const { stop, ...cluster } = await openTestCluster()
  process.env['HUKUM_TEST_CLUSTER'] = JSON.stringify(cluster)
  await Promise.all([buildLibrary(cluster), buildFixtures()])
  return stop
}
