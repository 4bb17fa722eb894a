import { toPlainText } from '../../test/plainText.ts'
import { phrases } from '../../db/seed/content.ts'
import { buildLibrary, librarySize } from '../../db/seed/library.ts'

/** A case file as the judge reads it, without direction marks. */
export type JudgedCase = {
  /** The first case number: its name in the grades. */
  name: string
  numbers: string[]
  kind: string
  parties: string[]
  judges: string[]
  title: string
  keywords: string
  types: string
  text: string
}

export type Judged = { cases: JudgedCase[]; phrases: string[] }

/** The demo library, built without a database. */
export function readLibrary(): Judged {
  const cases = buildLibrary(librarySize).map((one) => {
    const numbers = one.case_numbers.map(({ number }) => number)
    return {
      name: numbers[0] ?? '',
      numbers,
      kind: one.kind,
      parties: [...one.claimant, ...one.respondant, ...one.interpleader].map(readable),
      judges: one.judges.map(readable),
      title: readable(one.title),
      keywords: readable(one.keywords),
      types: readable(one.case_types.join('، ')),
      text: readable(toPlainText(one.case_content)),
    }
  })
  return { cases, phrases: phrases.map((phrase) => phrase.dhivehi_phrase) }
}

const readable = (text: string) => text.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
