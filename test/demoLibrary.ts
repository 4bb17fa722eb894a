import { inject } from 'vitest'
import type { TestDatabase } from './cluster.ts'
import { cloneLibrary } from './libraryTemplate.ts'

/** A clone of the database with the demo library, and a copy of its search index in `folder`. */
export const cloneDemoLibrary = (folder: string): Promise<TestDatabase> => cloneLibrary(folder, inject('cluster'))
