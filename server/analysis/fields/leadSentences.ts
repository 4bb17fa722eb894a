import { isEnding, longEnding } from '#shared/text/judgment/words.ts'
import { joinSentence, type Judgment } from './document.ts'
import { kindOfLead } from './leadLabels.ts'
import { type NameWord, wordsIn } from './namePieces.ts'
import { isNameAlone, isOfSentence, namesIn } from './names.ts'
import type { Parties, Side } from './partyList.ts'
import { type Segment, type TextLine, whole } from './textLines.ts'

const first_lines = 24
const max_lead = 8
const max_value = 200

/** `The party who answers the appeal is A.`: the names after words that a label could be, to the end of their sentence. */
export function namesAfterLeads(judgment: Judgment): Parties {
  const parties: Parties = { claimant: [], respondant: [] }
  const labelled = new Set(judgment.labels.filter(({ start }) => start < max_start).map(({ line }) => line.index))
  for (const line of judgment.lines.slice(0, first_lines)) {
    if (labelled.has(line.index) || line.text.includes(':')) continue
    for (const { side, names } of leadsIn(joinSentence(judgment, line), line.text.length))
      if (parties[side].length === 0) parties[side] = names
  }
  return parties
}

const max_start = 4

/** The leads that end in the first `length` letters of a line, with the names after them. */
function leadsIn(line: TextLine, length: number): { side: Side; names: Segment[] }[] {
  const words = wordsIn(whole(line))
  let start = 0
  return words.flatMap((word, index) => {
    const first = words[start]
    if (isEnding.test(word.text)) start = index + 1
    if (!first || index === start || index - start > max_lead || word.start >= length || !longEnding.test(word.text))
      return []
    const lead = { line, start: first.start, end: word.end }
    const kind = isUnmarked(lead) ? kindOfLead(lead) : undefined
    if (kind !== 'claimant' && kind !== 'respondant') return []
    const names = namesToEnd(line, words.slice(index + 1))
    return names.length > 0 ? [{ side: kind, names }] : []
  })
}

const isUnmarked = ({ line, start, end }: Segment) => !/[:؛،.()]/u.test(line.text.slice(start, end))

/** The names up to the verb that ends the sentence, when all of it is names and their details. */
function namesToEnd(line: TextLine, words: readonly NameWord[]): Segment[] {
  const [first, end] = [words[0], words.find(({ text }) => isEnding.test(text))]
  if (!first || !end || end.start - first.start > max_value) return []
  const value = { line, start: first.start, end: end.start + (isEnding.exec(end.text)?.index ?? 0) }
  const names = namesIn(value, true)
  return names.every((name) => isNameAlone(name) && !isOfSentence(name)) ? names : []
}
