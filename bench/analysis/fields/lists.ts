import type { FieldLists } from '#server/analysis/fields/lists.ts'
import { phrases } from '#db/seed/content.ts'
import { courts } from '#db/seed/lists.ts'
import { caseTypes, judges } from '#db/seed/reference.ts'
import { otherJudges } from './facts.ts'

/** The lists that the values are matched to: all courts, the judges of the demo library and ten with similar names. */
export const lists: FieldLists = {
  courts: courts.map(({ name, name_en, code }, index) => ({ id: index + 1, name, name_en, code })),
  judges: [...Object.values(judges).flat(), ...otherJudges].map((name, index) => ({ id: index + 1, name })),
  case_types: caseTypes.map((name, index) => ({ id: index + 1, name })),
  phrases: phrases.map(({ dhivehi_phrase }) => dhivehi_phrase),
}
