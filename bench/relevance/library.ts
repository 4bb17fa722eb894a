import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { toPlainText } from '#test/plainText.ts'
import type { SeedCase } from '#db/seed/caseRow.ts'
import { phrases } from '#db/seed/content.ts'

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

/**
 * The case files that the queries were written for: the demo library as it was when the sets were frozen. The demo library
 * itself goes on changing.
 */
export const readFrozenCases = (): SeedCase[] =>
  JSON.parse(gunzipSync(readFileSync(new URL('library.json.gz', import.meta.url))).toString()) as SeedCase[]

/** The frozen case files and the phrases, read without a database. */
export function readLibrary(): Judged {
  const cases = readFrozenCases().map((one) => {
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
