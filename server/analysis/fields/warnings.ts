import type { Fields, Warning } from '../types.ts'
import type { FieldLists } from './findFields.ts'

/** The warnings that the fields give. `court` is the name of the court that a user chose for the file. */
export function warnOfFields(_fields: Fields, _lists: FieldLists, _court: string | undefined): Warning[] {
  return []
}
