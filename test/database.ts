import { inject } from 'vitest'
import { type Cluster, cloneTemplate, type TestDatabase } from './cluster.ts'

export type { Cluster, TestDatabase } from './cluster.ts'

/** A database of its own for a test file, cloned from the migrated template of the run. */
export const cloneDatabase = (original: Omit<Cluster, 'folder'> = inject('cluster')): Promise<TestDatabase> =>
  cloneTemplate(original)
