import { groupBy } from '#shared/groupBy.ts'
import { foldText, isFili } from './fold.ts'
import { isThaana, normalizeSpelling } from './spelling.ts'
import {
  caseSuffixLayers,
  layersAfterVerbs,
  layersBeforeVerbs,
  type SuffixRule,
  nameSuffixLayers,
  irregularStems,
  stemsOnAlifu,
  stemsOnM,
  type SuffixLayer,
  shortNouns,
  softenedStems,
  uninflected,
} from './suffixRules.ts'
import { maxWordLength } from './tokenizer.ts'
import { readVerb } from './verbs.ts'

/**
 * Stemmer: the stems of a word by suffix stripping, one to four, the best first. ޙުކުމުގެ and ޙުކުމެއް both give the stem of
 * ޙުކުމް. A stem is a key to compare, not a word to display; stemming is idempotent. Not for names of people, which
 * stemming would damage.
 */
export const stems = (word: string): readonly string[] => findStems(foldText(word))

const maxStems = 4

function findStems(folded: string): readonly string[] {
  if (folded.length > maxWordLength) return [folded]
  if (isThaana(folded)) return stemToFixpoint(folded, stripAll)
  if (/^[a-z]+$/.test(folded)) return stemToFixpoint(folded, singular)
  return stripArticle(folded).map(normalizeSpelling)
}

/** The Arabic article with the letter before it, which is a word of its own. */
const article = /^(?:[وفبك]?ال|و?لل)(?=..)/
/** The name of God keeps its article; وال begins the words for parents. */
const nameOfGod = /^(?:[وفبت]?ال|[وف]?ل)له$/
const parents = /^والد(?:[هايك]|نا|ها|هم|كم|ين|يه|ان|ت(?:[هيك]|نا|ها|هم|كم|ين|ان))$/

function stripArticle(folded: string): readonly string[] {
  if (nameOfGod.test(folded)) return ['الله']
  const [found] = parents.test(folded) ? [] : (article.exec(folded) ?? [])
  if (found === undefined) return [folded]
  const rest = folded.slice(found.length)
  // للمحكمة is ل and المحكمة, للغة is ل and اللغة: the ل may belong to the word.
  return found.endsWith('لل') ? [rest, `ل${rest}`] : stripArticle(rest)
}

/** Strips suffixes until nothing changes: a stem is a form that is its own stem. */
function stemToFixpoint(folded: string, strip: (word: string) => readonly string[]): readonly string[] {
  const forms = new Set([folded])
  const results: string[] = []
  for (const form of forms) {
    const stripped = strip(form)
    if (stripped.includes(form)) results.push(form)
    // The set grows while it is iterated; the limit stops words that consist of suffixes only.
    if (forms.size < maxStems * 4) for (const next of stripped) forms.add(next)
  }
  return results.length > 0 ? results.slice(0, maxStems) : [folded]
}

const unique = (forms: readonly string[]) => (forms.length < 2 ? forms : [...new Set(forms)].slice(0, maxStems))

/**
 * The names that an inflected name may come from, itself first: ރަޝީދުގެ and ރަޝީދަށް come from ރަޝީދު. Letters keep their
 * spelling. Every possible suffix is tried; the caller keeps the candidates that are names.
 */
export function stripNameCase(name: string): readonly string[] {
  const forms = new Set([name])
  if (name.length > maxWordLength) return [...forms]
  for (const { rules, minLetters } of compiledNameLayers)
    for (const form of [...forms])
      for (const [suffix, replacements] of rules) {
        if (!form.endsWith(suffix)) continue
        const rest = form.slice(0, -suffix.length)
        if (countStemLetters(rest) >= minLetters)
          for (const replacement of nameReplacements(suffix, replacements)) forms.add(rest + replacement)
      }
  return [...forms]
}

/** A name ends in a vowel or a sukun, which a suffix that starts with a vowel sign has replaced. */
const nameReplacements = (suffix: string, replacements: readonly string[]) =>
  isFili(suffix.charCodeAt(0))
    ? [...replacements.filter((replacement) => replacement !== ''), suffix.charAt(0), 'ު', 'ް']
    : replacements

function stripAll(word: string): readonly string[] {
  if (uninflected.has(word)) return [word]
  const verbs: string[] = []
  let forms = stripVerb(word, verbs)
  if (forms.length === 0) return verbs
  for (const layer of compiledLayersBeforeVerbs) forms = unique(forms.flatMap((form) => stripLayer(form, layer)))
  // A verbal noun takes the suffixes of nouns, and any form those of a sentence: ބެލުމުގެ, ބެލިއެވެ.
  forms = forms.flatMap((form) => (isStrippedVerb(word, form) ? stripVerb(form, verbs) : form))
  for (const layer of compiledLayersAfterVerbs) forms = unique(forms.flatMap((form) => stripLayer(form, layer)))
  const stemsOfNouns = forms.map((form) => normalizeSpelling(irregularStems.get(form) ?? form))
  return verbs.length === 0 ? stemsOfNouns : unique([...verbs, ...stemsOfNouns])
}

/** Whether a form is the start of its word and may be a verb. A stem whose end was restored is none. */
const isStrippedVerb = (word: string, form: string) =>
  form !== word &&
  (verbalNoun.test(form) || copulaEnd.test(word)) &&
  word.startsWith(form.slice(0, form.endsWith('އް') ? -2 : -1))

const verbalNoun = /ު(?:ން|މު?|މް|ންތައް)$/
const copulaEnd = /(?:ެވެ|އޭ)$/

/** Adds the verb that a form belongs to, and returns the forms of nouns that are left: all of the form, or its noun. */
function stripVerb(form: string, verbs: string[]): readonly string[] {
  const verb = readVerb(form)
  if (!verb) return [form]
  verbs.push(verb.key)
  const noun = verb.noun === undefined ? [] : [verb.noun]
  return verb.isCertain ? noun : [form, ...noun]
}

type CompiledLayer = {
  rules: Map<string, readonly string[]>
  /** The lengths of the suffixes by their last letter, the longest first. */
  sizes: Map<string, readonly number[]>
  minLetters: number
}

function compileLayer({ rules, minLetters }: SuffixLayer): CompiledLayer {
  const last = groupBy(rules, ([suffix]) => suffix.slice(-1))
  const sizes = ([letter, some]: [string, readonly SuffixRule[]]) =>
    [letter, [...new Set(some.map(([suffix]) => suffix.length))].sort((one, other) => other - one)] as const
  return {
    rules: new Map(rules.map(([suffix, ...replacements]) => [suffix, replacements])),
    sizes: new Map([...last].map(sizes)),
    minLetters,
  }
}

const compiledLayersBeforeVerbs = layersBeforeVerbs.map(compileLayer)
const compiledLayersAfterVerbs = layersAfterVerbs.map(compileLayer)
const compiledNameLayers = nameSuffixLayers.map(compileLayer)

/** The spelling keys of a folded name without its most likely case suffix: ނަޝީދުގެ → ނަޝީދު, but ނަޝީދާ stays. */
export const spellingKeysWithoutCase = (folded: string): readonly string[] =>
  isThaana(folded) && folded.length <= maxWordLength
    ? compiledLayersBeforeVerbs
        .slice(0, caseSuffixLayers.length)
        .reduce<readonly string[]>((forms, layer) => unique(forms.flatMap((form) => stripLayer(form, layer))), [folded])
        .map(normalizeSpelling)
    : []

/** The minimum of inflection layers; those of verbs have a higher one. */
const usualMinLetters = 2

function stripLayer(form: string, { rules, sizes, minLetters }: CompiledLayer): readonly string[] {
  for (const size of sizes.get(form.slice(-1)) ?? []) {
    const replacements = rules.get(form.slice(-size))
    if (!replacements || size > form.length) continue
    const rest = form.slice(0, -size)
    const joined = isFili(form.charCodeAt(rest.length))
    // A bare ނ is a half letter that belongs to the next one: އަނގަ has no suffix.
    const isShort =
      countStemLetters(rest) < minLetters && !(minLetters === usualMinLetters && isShortNoun(rest, replacements))
    if (isShort || (!joined && rest.endsWith('ނ'))) continue
    if (stemsOnM.has(form) || stemsOnM.has(`${rest}ުމ`)) continue
    if (size > 1 && endsInAlifu(rest, form.slice(-size))) return stemOnAlifu(rest, joined)
    return replacements.flatMap((replacement) =>
      replacement === '' && joined ? reverseSoftening(rest) : rest + replacement,
    )
  }
  return [form]
}

/** Whether the suffix follows a loan on ޢު, which loses its u before a vowel: ޝާރިޢަށް. */
const endsInAlifu = (rest: string, suffix: string) =>
  (suffix.startsWith('އ') && stemsOnAlifu.has(rest)) || (rest.endsWith('އ') && stemsOnAlifu.has(rest.slice(0, -1)))

/** ބައިއެއް may come from ބައި as well. */
function stemOnAlifu(rest: string, joined: boolean): readonly string[] {
  const bare = joined ? rest.slice(0, -1) : rest
  return bare === 'ބައި' ? [`${bare}އު`, bare] : [`${bare}އު`]
}

const isShortNoun = (rest: string, replacements: readonly string[]) =>
  shortNouns.has(rest) || replacements.some((replacement) => shortNouns.has(rest + replacement))

function reverseSoftening(rest: string): readonly string[] {
  const rule = softenedStems.find(([changed]) => rest.length > changed.length && rest.endsWith(changed))
  return rule ? replaceEnd(rest, rule) : [rest]
}

const replaceEnd = (rest: string, [changed, ...originals]: SuffixRule) =>
  originals.map((suffix) => rest.slice(0, -changed.length) + suffix)

function countStemLetters(text: string) {
  let count = 0
  for (let index = 0; index < text.length; index += 1) if (!isFili(text.charCodeAt(index))) count += 1
  return count
}

/** The singular of an English word: courts → court, penalties → penalty. */
function singular(word: string): readonly string[] {
  if (/.{3}ies$/.test(word)) return [`${word.slice(0, -3)}y`]
  if (/.(?:ch|sh|x|ss|zz)es$/.test(word)) return [word.slice(0, -2)]
  if (/.{2}[^siu]s$/.test(word)) return [word.slice(0, -1)]
  return [word]
}
