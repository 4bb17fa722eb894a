import type { CaseSummary } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import type { Language } from '#shared/messages.ts'
import { formatDay } from '#shared/text/format/dates.ts'
import { isolate, isolateNumbers } from '#shared/text/format/isolate.ts'
import { joinList } from '#shared/text/format/joinList.ts'

/** What is copied: the text alone, or with a citation. */
export type CopyKind = 'text' | 'citation'

type CopyCheck = 'nothing' | 'too-long' | 'ok'

/** The parts of a citation, formatted. `paragraph` names the cited paragraphs of the text. */
type Citation = { title: string; number: string; court: string; date: string; paragraph?: string }

/** The number of characters for the limit: a vowel sign is one, invisible direction marks are none. */
export const countCharacters = (text: string): number =>
  text.replace(invisibleCharacters, '').match(/./gsu)?.length ?? 0

const invisibleCharacters = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

export function checkCopy(text: string): CopyCheck {
  const characters = countCharacters(text)
  if (characters === 0 || text.trim() === '') return 'nothing'
  return characters > limits.reader.copy_letters ? 'too-long' : 'ok'
}

/** A citation in one line. Unknown parts are left out. */
export function formatCitation({ title, number, court, date, paragraph = '' }: Citation, language: Language): string {
  // Numbers are isolated: in right-to-left text they would be reordered where they are pasted.
  const parts = [isolateNumbers(title), isolate(number), court, date, paragraph]
  return joinList(
    parts.filter((part) => part !== ''),
    language,
  )
}

type CitedCase = Pick<CaseSummary, 'title' | 'case_numbers' | 'closed_date'> & { court: { name: string } }

export function citationOf({ title, case_numbers, court, closed_date }: CitedCase, language: Language): Citation {
  return {
    title,
    number: case_numbers[0]?.number ?? '',
    court: court.name,
    date: closed_date ? formatDay(closed_date, language) : '',
  }
}
