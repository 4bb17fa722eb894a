import { foldText, isFili } from './fold.ts'
import { isThaana, respell } from './spelling.ts'
import { type Ending, irregular, keepsM, type Layer, layers, softened, whole } from './stemRules.ts'

/**
 * The stems that a word may be a form of: one to four, the best first. ޙުކުމުގެ and ޙުކުމެއް both give that of ޙުކުމް. A
 * stem is a key to compare, not a word to show; the stems of a stem hold it. Not for names of people: they would be
 * damaged.
 */
export function stems(word: string): readonly string[] {
  const known = memory.get(word)
  if (known) return known
  if (memory.size >= remembered) memory.clear()
  const found = findStems(foldText(word))
  memory.set(word, found)
  return found
}

const remembered = 200_000
const memory = new Map<string, readonly string[]>()

const most = 4

function findStems(folded: string): readonly string[] {
  if (isThaana(folded)) return settle(folded, peelAll)
  if (/^[a-z]+$/.test(folded)) return settle(folded, singular)
  if (folded.length > 4 && folded.startsWith('ال')) return [folded, folded.slice(2)]
  return [folded]
}

/** Peels again until nothing comes off, so that a stem is its own stem. */
function settle(folded: string, peel: (word: string) => readonly string[]): readonly string[] {
  let forms: readonly string[] = [folded]
  for (let round = 0; round < 4; round += 1) {
    const next = unique(forms.flatMap(peel))
    if (next.join(' ') === forms.join(' ')) break
    forms = next
  }
  return forms
}

const unique = (forms: readonly string[]) => [...new Set(forms)].slice(0, most)

function peelAll(word: string): readonly string[] {
  if (whole.has(word)) return [word]
  let forms: readonly string[] = [word]
  for (const layer of compiled) forms = unique(forms.flatMap((form) => peelLayer(form, layer)))
  return forms.map((form) => respell(irregular.get(form) ?? form))
}

type Compiled = { endings: Map<string, readonly string[]>; longest: number; kept: number }

const compile = ({ endings, kept }: Layer): Compiled => ({
  endings: new Map(endings.map(([ending, ...leaves]) => [ending, leaves])),
  longest: Math.max(...endings.map(([ending]) => ending.length)),
  kept,
})

const compiled = layers.map(compile)

function peelLayer(form: string, { endings, longest, kept }: Compiled): readonly string[] {
  if (keepsM.has(form)) return [form]
  for (let size = Math.min(longest, form.length - 1); size > 0; size -= 1) {
    const leaves = endings.get(form.slice(-size))
    if (!leaves) continue
    const rest = form.slice(0, -size)
    if (letters(rest) < kept || keepsM.has(`${rest}ުމ`)) continue
    return leaves.flatMap((left) => (left === '' && isFili(form.charCodeAt(rest.length)) ? soften(rest) : rest + left))
  }
  return [form]
}

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
