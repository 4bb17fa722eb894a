import type { CaseDetails } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import type { Language } from '#shared/messages.ts'
import { formatDay } from '#shared/text/dates.ts'

/** What is written to the clipboard: the words alone, or the words and where they are from. */
export type CopyKind = 'text' | 'citation'

export type CopyVerdict = 'nothing' | 'too-long' | 'ok'

/** What a citation names, each part as it is to be read. */
export type Citation = { title: string; number: string; court: string; date: string }

/**
 * Characters as the limit counts them: every sign is one, also a vowel; marks of direction, which nobody sees, are none.
 */
export const countCharacters = (text: string): number => text.replace(unseen, '').match(/./gsu)?.length ?? 0

const unseen = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

export function judgeCopy(text: string): CopyVerdict {
  const letters = countCharacters(text)
  if (letters === 0 || text.trim() === '') return 'nothing'
  return letters > limits.reader.copy_letters ? 'too-long' : 'ok'
}

/** The words, and under them the case that they are from. Parts that are not known are left out. */
export function withCitation(text: string, { title, number, court, date }: Citation, comma: string): string {
  // The number stands in an isolate: inside right-to-left text it would be scrambled wherever it is pasted.
  const isolated = number && `\u2066${number}\u2069`
  return `${text}\n\n${[title, isolated, court, date].filter((part) => part !== '').join(comma)}`
}

export function citationOf({ title, case_numbers, court, closed_date }: CaseDetails, language: Language): Citation {
  return {
    title,
    number: case_numbers[0]?.number ?? '',
    court: court.name,
    date: closed_date ? formatDay(closed_date, language) : '',
  }
}
