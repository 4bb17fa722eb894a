/** The lists of the library that values are matched to. `phrases` are those of the dictionary, for keywords. */
export type FieldLists = {
  courts: readonly { id: number; name: string; name_en: string; code: string }[]
  judges: readonly { id: number; name: string }[]
  case_types: readonly { id: number; name: string }[]
  phrases: readonly string[]
}
