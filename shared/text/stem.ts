import { foldText, isFili } from './fold.ts'
import { remember } from './remember.ts'
import { isThaana, respell } from './spelling.ts'
import {
  caseLayers,
  type Ending,
  endingLayers,
  irregular,
  keepsM,
  type Layer,
  layers,
  short,
  softened,
  whole,
} from './stemRules.ts'
import { longestWord } from './words.ts'

/**
 * The stems that a word may be a form of: one to four, the best first. ޙުކުމުގެ and ޙުކުމެއް both give that of ޙުކުމް. A
 * stem is a key to compare, not a word to show; the stems of a stem hold it. Not for names of people: they would be
 * damaged.
 */
export const stems: (word: string) => readonly string[] = remember(200_000, (word) => findStems(foldText(word)))

const most = 4

function findStems(folded: string): readonly string[] {
  if (folded.length > longestWord) return [folded]
  if (isThaana(folded)) return settle(folded, peelAll)
  if (/^[a-z]+$/.test(folded)) return settle(folded, singular)
  const key = respell(folded)
  return key.length > 4 && key.startsWith('ال') ? [key, key.slice(2)] : [key]
}

/** Peels what was peeled until nothing comes off. A stem is what has itself for a stem. */
function settle(folded: string, peel: (word: string) => readonly string[]): readonly string[] {
  const seen = new Set([folded])
  const found: string[] = []
  for (const form of seen) {
    const peeled = peel(form)
    if (peeled.includes(form)) found.push(form)
    // The set grows while it is read; a word that is nothing but endings is cut off here.
    if (seen.size < most * 4) for (const next of peeled) seen.add(next)
  }
  return found.length > 0 ? found.slice(0, most) : [folded]
}

const unique = (forms: readonly string[]) => (forms.length < 2 ? forms : [...new Set(forms)].slice(0, most))

/**
 * What a name may be whose case is said, itself first: ރަޝީދުގެ and ރަޝީދަށް are of ރަޝީދު. Its letters stay as they
 * are written, and whatever may be an ending is tried: whoever asks keeps those that are names.
 */
export function withoutCase(written: string): readonly string[] {
  const forms = new Set([written])
  if (written.length > longestWord) return [...forms]
  for (const { endings, kept } of compiledEndings)
    for (const form of [...forms])
      for (const [ending, leaves] of endings) {
        if (!form.endsWith(ending)) continue
        const rest = form.slice(0, -ending.length)
        if (letters(rest) >= kept) for (const left of leavesOfName(ending, leaves)) forms.add(rest + left)
      }
  return [...forms]
}

/** A name ends in a vowel or a sukun, which an ending with a vowel of its own has taken the place of. */
const leavesOfName = (ending: string, leaves: readonly string[]) =>
  isFili(ending.charCodeAt(0)) ? [...leaves.filter((left) => left !== ''), ending.charAt(0), 'ު', 'ް'] : leaves

function peelAll(word: string): readonly string[] {
  if (whole.has(word)) return [word]
  let forms: readonly string[] = [word]
  for (const layer of compiled) forms = unique(forms.flatMap((form) => peelLayer(form, layer)))
  return forms.map((form) => respell(irregular.get(form) ?? form))
}

type Compiled = {
  endings: Map<string, readonly string[]>
  /** The lengths of the endings by the last letter of them, the longest first. */
  sizes: Map<string, readonly number[]>
  kept: number
}

function compile({ endings, kept }: Layer): Compiled {
  const last = Map.groupBy(endings, ([ending]) => ending.slice(-1))
  const sizes = ([letter, some]: [string, readonly Ending[]]) =>
    [letter, [...new Set(some.map(([ending]) => ending.length))].sort((one, other) => other - one)] as const
  return {
    endings: new Map(endings.map(([ending, ...leaves]) => [ending, leaves])),
    sizes: new Map([...last].map(sizes)),
    kept,
  }
}

const compiled = layers.map(compile)
const compiledEndings = endingLayers.map(compile)

/** A folded word of a name without what its case most likely puts behind it, respelled: ނަޝީދުގެ is ނަޝީދު, but ނަޝީދާ is herself. */
export const spelledWithoutCase = (folded: string): readonly string[] =>
  isThaana(folded) && folded.length <= longestWord
    ? compiled
        .slice(0, caseLayers.length)
        .reduce<readonly string[]>((forms, layer) => unique(forms.flatMap((form) => peelLayer(form, layer))), [folded])
        .map(respell)
    : []

/** What layers of inflection keep; those of verbs keep more. */
const usualKept = 2

function peelLayer(form: string, { endings, sizes, kept }: Compiled): readonly string[] {
  for (const size of sizes.get(form.slice(-1)) ?? []) {
    const leaves = endings.get(form.slice(-size))
    if (!leaves || size > form.length) continue
    const rest = form.slice(0, -size)
    const joined = isFili(form.charCodeAt(rest.length))
    // A bare ނ is half of a letter: އަނގަ has no ending.
    const isShort = letters(rest) < kept && !(kept === usualKept && isShortNoun(rest, leaves))
    if (isShort || (!joined && rest.endsWith('ނ'))) continue
    if (keepsM.has(form) || keepsM.has(`${rest}ުމ`)) continue
    return leaves.flatMap((left) => (left === '' && joined ? soften(rest) : rest + left))
  }
  return [form]
}

const isShortNoun = (rest: string, leaves: readonly string[]) =>
  short.has(rest) || leaves.some((left) => short.has(rest + left))

function soften(rest: string): readonly string[] {
  const found = softened.find(([hard]) => rest.endsWith(hard))
  return found ? undo(rest, found) : [rest]
}

const undo = (rest: string, [hard, ...soft]: Ending) => soft.map((ending) => rest.slice(0, -hard.length) + ending)

function letters(text: string) {
  let count = 0
  for (let place = 0; place < text.length; place += 1) if (!isFili(text.charCodeAt(place))) count += 1
  return count
}

/** The singular of an English word: courts, penalties. */
function singular(word: string): readonly string[] {
  if (/.{3}ies$/.test(word)) return [`${word.slice(0, -3)}y`]
  if (/.(?:ch|sh|x|ss|zz)es$/.test(word)) return [word.slice(0, -2)]
  if (/.{2}[^siu]s$/.test(word)) return [word.slice(0, -1)]
  return [word]
}
