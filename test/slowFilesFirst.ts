import { statSync } from 'node:fs'
import type { TestSequencer, TestSpecification } from 'vitest/node'

/**
 * The files that take longest, mostly because they wait for a database or a process that ends. `TestReporter` prints the
 * slowest of each run.
 */
const slowFiles = [
  'server/resources/analysis/runs.test.ts',
  'test/chaos/rollingRestart.test.ts',
  'test/contracts/contracts.test.ts',
  'server/operations.test.ts',
  'test/chaos/shutdown.test.ts',
  'server/resources/analysis/review/glyphs.test.ts',
  'test/restore/drill.test.ts',
  'test/relevance.test.ts',
  'test/chaos/analysis.test.ts',
  'test/chaos/database.test.ts',
  'test/endpoints.test.ts',
  'test/access.test.ts',
  'server/resources/analysis/review/review.test.ts',
  'test/chaos/race.test.ts',
  'test/chaos/embedded.test.ts',
  'test/severalProcesses.test.ts',
  'test/accounts/sessionAccess.test.ts',
  'test/newResource.test.ts',
  'server/search/indexing/build.test.ts',
  'server/search/workers/indexer.test.ts',
  'server/search/workers/killedProcess.test.ts',
  'server/search/workers/recovery.test.ts',
  'server/live/processes.test.ts',
  'server/live/listen.test.ts',
  'scripts/start.test.ts',
  'scripts/buildWeb.test.ts',
  'scripts/ownDatabase.test.ts',
]

/**
 * Starts the slow files of a project first, then the larger ones, so that no worker is left alone with one at the end. The
 * tests of functions are before those of the server: the static checks have ended when analyses run, at the lowest priority.
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
