import { againstWords, personNoun, uponWords } from '#shared/text/judgment/proseWords.ts'
import { conjunctions, genitive, longEnding } from '#shared/text/judgment/words.ts'
import { isOtherLead, kindOfLead } from './leadLabels.ts'
import type { Mention, ReadSentence } from './mentions.ts'
import type { ProseWord } from './nameRuns.ts'
import { isBystander } from './prosePersons.ts'
import { sideOfRole, sideOfVerb } from './proseVerbs.ts'
import type { Parties, Side } from './partyList.ts'
import type { Segment } from './textLines.ts'

/** The consonants of verbs by which a sentence before calls the two sides: who sold, who bought. */
export type SidesByVerb = Map<string, Side>

/** `It is A who claims`: the names at the end of a sentence whose verb points to them. */
export function namesInFocus({ sentence, words, mentions }: ReadSentence, byVerb: SidesByVerb): Parties {
  const none: Parties = { claimant: [], respondant: [] }
  const topic = sideOfTopic(words, mentions)
  if (topic) return { ...none, [topic.side]: [topic.mention.name] }
  const last = mentions.at(-1)
  if (!last || !focused.has(last.marker) || last.next < words.length - max_after) return none
  const at = words.findIndex(
    ({ text }, index) => index < last.first && longEnding.test(text) && !isNamed(mentions, index),
  )
  const verb = words[at]
  if (!verb || words.slice(0, last.first).some(isOtherLead) || isBystander(words, last, mentions)) return none
  const side =
    byVerb.get(verb.skeleton) ??
    sideOfVerb(words, at) ??
    sideOfVerb(words, at - 1) ??
    sideOfWords({ ...sentence, start: words[0]?.start ?? 0, end: verb.end })
  const names = mentions
    .filter(({ first }, index) => first > at && isOfGroup(words, mentions, index))
    .map(({ name }) => name)
  return side ? { ...none, [side]: names } : none
}

/** `A is the one who claims`: the name before what it is said to be. */
function sideOfTopic(
  words: readonly ProseWord[],
  mentions: readonly Mention[],
): { mention: Mention; side: Side } | undefined {
  const [mention] = mentions
  const [verb, noun] = words.slice(-2)
  if (mention?.marker !== 'topic' || mentions.length > 1 || !verb || !noun) return undefined
  const side =
    [noun, verb].map(sideOfRole).find(Boolean) ??
    (personNoun.test(noun.text) ? sideOfVerb(words, words.length - 2) : undefined)
  return side && { mention, side }
}

const focused: ReadonlySet<Mention['marker']> = new Set(['is', 'to'])
/** What may follow the last name of a sentence: its verb. */
const max_after = 1

const isNamed = (mentions: readonly Mention[], index: number) =>
  mentions.some(({ first, next }) => index >= first && index < next)

function sideOfWords(lead: Segment): Side | undefined {
  const kind = kindOfLead(lead)
  return kind === 'claimant' || kind === 'respondant' ? kind : undefined
}

/** Whether a name is the last one, or joined to those after it. */
const isOfGroup = (words: readonly ProseWord[], mentions: readonly Mention[], index: number) =>
  mentions
    .slice(index, -1)
    .every(
      ({ marker, next }) =>
        marker === 'with' || conjunctions.has(words[next]?.skeleton ?? '') || words[next]?.before === '،',
    )

/** `the one who sold claims of the one who bought`: the verbs by which a sentence calls its sides. */
export function sidesOfVerbsIn(words: readonly ProseWord[]): [verb: string, side: Side][] {
  const persons = words.flatMap((word, at) => (at > 0 && personNoun.test(word.text) ? [at] : []))
  const upon = persons.find((at) => isUpon(words, at))
  const other = persons.find((at) => at !== upon && !sideOfVerb(words, at - 1))
  const [verb, otherVerb] = [upon, other].map((at) => (at === undefined ? undefined : words[at - 1]?.skeleton))
  if (!verb || !otherVerb || verb === otherVerb) return []
  return [
    [verb, 'respondant'],
    [otherVerb, 'claimant'],
  ]
}

/** Whether `upon` or `against` follows a word. */
function isUpon(words: readonly ProseWord[], at: number): boolean {
  const [word, next, after] = words.slice(at, at + 3)
  if (!word || !next) return false
  const relation = next.text.length <= 4 ? after : next
  const skeleton = relation?.skeleton ?? ''
  return (
    (uponWords.has(skeleton) && (word.text.endsWith(genitive) || next.text === genitive)) || againstWords.has(skeleton)
  )
}
