import { statSync } from 'node:fs'
import type { TestSequencer, TestSpecification } from 'vitest/node'

/**
 * The files that take longest, mostly because they wait for a database or a process that ends. `FileTimes` prints the
 * slowest of each run.
 */
const slowFiles = [
  'test/chaos/shutdown.test.ts',
  'test/chaos/database.test.ts',
  'test/chaos/embedded.test.ts',
  'test/chaos/analysis.test.ts',
  'test/endpoints.test.ts',
  'server/resources/analysis/runs.test.ts',
  'server/search/workers/recovery.test.ts',
  'test/access.test.ts',
  'server/resources/analysis/review/review.test.ts',
  'test/accounts/endpointLimits.test.ts',
  'server/live/listen.test.ts',
  'scripts/buildWeb.test.ts',
  'scripts/ownDatabase.test.ts',
  'scripts/start.test.ts',
]

/**
 * Starts the slow files of a project first, then the larger ones, so that no worker is left alone with one at the end.
 * The default order knows how long a file took only on a machine that has run it before.
 */
export class SlowFilesFirst implements TestSequencer {
  sort(files: TestSpecification[]) {
    const sizes = new Map(files.map((file) => [file, statSync(file.moduleId).size]))
    const size = (file: TestSpecification) => sizes.get(file) ?? 0
    return files.toSorted(
      (one, other) =>
        one.project.name.localeCompare(other.project.name) || rank(one) - rank(other) || size(other) - size(one),
    )
  }

  /** The suite runs on one machine. */
  shard(files: TestSpecification[]) {
    return files
  }
}

function rank({ moduleId }: TestSpecification) {
  const index = slowFiles.findIndex((file) => moduleId.endsWith(`/${file}`))
  return index === -1 ? slowFiles.length : index
}
