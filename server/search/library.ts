import type { DatabaseSync } from 'node:sqlite'
import type { Columns } from './columns.ts'
import type { Remembered } from './remembered.ts'

/** All that a thread answers from, at one moment. */
export type Library = { database: DatabaseSync; columns: Columns; found: Remembered }
