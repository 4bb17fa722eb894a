import { findPhrase } from '#shared/text/judgment/skeleton.ts'
import { claimantIs, orders, respondantIs } from '#shared/text/judgment/words.ts'
import { joinNext, type Judgment, type Segment, type TextLine } from './document.ts'
import { type NameWord, wordsIn } from './namePieces.ts'
import { isNameAlone } from './names.ts'
import type { Parties } from './partyList.ts'

const first_lines = 60
const last_lines = 40

/**
 * The parties of a judgment without a head for them, as those of tribunals: `the claimant is … A`, and at the end the
 * order that B is given.
 */
export function namesInProse(judgment: Judgment): Parties {
  const { lines } = judgment
  const head = lines.slice(0, first_lines)
  const named = (phrases: typeof claimantIs) => firstOf(head, (line) => nameAfter(joined(judgment, line), phrases))
  const ordered = () => firstOf(lines.slice(-last_lines), (line) => nameBeforeOrder(joined(judgment, line)))
  const respondant = named(respondantIs)
  return { claimant: named(claimantIs), respondant: respondant.length > 0 ? respondant : ordered() }
}

function firstOf(lines: readonly TextLine[], find: (line: TextLine) => Segment | undefined): Segment[] {
  for (const line of lines) {
    const found = find(line)
    if (found) return [found]
  }
  return []
}

/** A sentence goes over several lines. */
const joined = (judgment: Judgment, line: TextLine) => [1, 2, 3].reduce((all) => joinNext(judgment, all), line)

/** The last words of the sentence: a clause about the party stands before its name. */
function nameAfter(line: TextLine, phrases: typeof claimantIs): Segment | undefined {
  for (const phrase of phrases) {
    const match = findPhrase(phrase, line.skeleton, line.text)
    const rest = match && line.text.slice(match.end)
    const length = rest?.search(/\.(?=\s|$)/u) ?? -1
    if (!match || length < 0) continue
    const words = wordsIn({ line, start: match.end, end: match.end + length })
    const last = words.at(-1)
    const ending = /\u0787?\u07ac\u0788\u07ac$/u.exec(last?.text ?? '')?.[0].length
    if (last && ending) return nameOfWords(line, words, last.end - ending)
  }
  return undefined
}

/** `to B, it is ordered`: the name stands between the end of a clause and the ending of its case. */
function nameBeforeOrder(line: TextLine): Segment | undefined {
  const words = wordsIn({ line, start: 0, end: line.text.length })
  const at = words.findIndex(({ skeleton }) => orders.has(skeleton))
  const given = words[at - 1]
  const ending = /\u0787\u07a6\u0781\u07b0$/u.exec(given?.text ?? '')?.[0].length
  if (at < 0 || !given || !ending) return undefined
  const isAlone = given.text.length === ending
  const before = words.slice(0, isAlone ? at - 1 : at)
  const end = isAlone ? before.at(-1)?.end : given.end - ending
  return before.some(endsClause) && end !== undefined ? nameOfWords(line, before, end) : undefined
}

/** The words after the last one that ends a clause. */
function nameOfWords(line: TextLine, words: readonly NameWord[], end: number): Segment | undefined {
  const start = words[words.findLastIndex(endsClause) + 1]?.start
  const name = start === undefined || start >= end ? undefined : { line, start, end }
  return name && isNameAlone(name) ? name : undefined
}

/** Endings of the genitive and other cases, and of verbs before a noun. */
const endsClause = ({ text }: NameWord) =>
  /(?:\u078e\u07ac|\u078e\u07a6\u0787\u07a8|[\u0787\u0789]\u07a6\u0781\u07b0|\u0787\u07a8\u0782\u07b0|\u0786\u07aa\u0783[\u07a8\u07a7]|\u0787\u07aa\u0785\u07ad|\u0780\u07aa\u0783\u07a8|\u0788\u07a7)$/u.test(
    text,
  )
