import { againstWords, followingWords, listedPersons, uponWords, ordinalIs } from '#shared/text/judgment/proseWords.ts'
import type { Judgment } from './document.ts'
import { letterMark, listNumber } from './namePieces.ts'
import { isNameAlone, namesIn } from './names.ts'
import type { ReadSentence } from './mentions.ts'
import type { Parties } from './partyList.ts'
import type { Segment, TextLine } from './textLines.ts'

const max_persons = 12

/** `The claim is brought upon these persons:` and a list below it, or a list above `upon these two persons`. */
export function namesListedAround({ lines }: Judgment, { sentence, words }: ReadSentence): Parties {
  const none: Parties = { claimant: [], respondant: [] }
  const at = words.findIndex(({ text }) => listedPersons.test(text))
  const isThese = words.slice(Math.max(0, at - 2), at).some(({ skeleton }) => followingWords.has(skeleton))
  const last = words.at(-1)?.skeleton ?? ''
  if (at < 0 || !isThese || at < words.length - 4 || !(uponWords.has(last) || againstWords.has(last))) return none
  const below = namesFrom(lines.slice(sentence.last + 1, sentence.last + 1 + max_persons))
  if (below.length > 0) return { ...none, respondant: below }
  const above = lines.slice(Math.max(0, sentence.first - max_persons), sentence.first)
  const start = above.findLastIndex((line) => markOf(line) === undefined) + 1
  return { ...none, respondant: namesFrom(above.slice(start)) }
}

/** The first name of each line that has the next mark of a list. */
function namesFrom(lines: readonly TextLine[]): Segment[] {
  const end = lines.findIndex((line) => markOf(line) === undefined)
  return lines.slice(0, end < 0 ? lines.length : end).flatMap((line) => {
    const [name] = namesIn({ line, start: markOf(line) ?? 0, end: line.text.length })
    return name && isNameAlone(name) ? [name] : []
  })
}

/** The end of the number of a line: `1.`, `(a)`, `the 1st is`. */
function markOf(line: TextLine): number | undefined {
  const ordinal = ordinalIs.exec(line.text)
  if (ordinal) return ordinal[0].length
  if (listNumber(line.text) !== undefined) return 0
  return letterMark(line.text)?.end
}
