import { memoize } from '#shared/text/language/memoize.ts'
import { maxWordLength } from '#shared/text/language/tokenizer.ts'

/**
 * Stems of folded English words, to look a term up by. They are keys, not words: `arrested`, `arresting` and `arrests` share
 * one, and `organise` has the one of `organize`.
 */

/**
 * A word without inflection, in one spelling: plural, past and participle have the stem of their word. A word that is too
 * long to be analyzed is its own stem.
 */
export const withoutInflection = memoize(20_000, (word: string) => {
  if (word.length > maxWordLength) return word
  const singular = firstFit(plurals, oneSpelling(irregular.get(word) ?? word))
  const stem = firstFit(verbs, singular)
  return stem !== singular && keepsItsE.has(`${stem}e`) ? `${stem}e` : bare(stem)
})

/** The stem of a word, and what it may be derived from: `negligently`, `negligent`. The closest first. */
export const derivationsOf: (word: string) => readonly string[] = memoize(20_000, (word: string) => {
  const stem = withoutInflection(word)
  if (word.length > maxWordLength) return [stem]
  const shorter = suffixes.map((suffix) => cut(stem, suffix)).filter((one) => one.length >= minStem && one !== stem)
  return [...new Set([stem, ...shorter, ...shorter.flatMap(derivationsOf)])]
})

/** In letters. Shorter stems are shared by words that have nothing in common: state and station. */
const minStem = 5

/** With y for a final i: custodial is of custody. */
const cut = (stem: string, suffix: string) =>
  stem.endsWith(suffix) ? stem.slice(0, -suffix.length).replace(/(?<=[a-z]{3})i$/, 'y') : stem

type Rule = readonly [ending: RegExp, replacement: string]

const replaced = (word: string, [ending, replacement]: Rule) => word.replace(ending, replacement)

const firstFit = (rules: readonly Rule[], word: string) => {
  const rule = rules.find(([ending]) => ending.test(word))
  return rule ? replaced(word, rule) : word
}

/** British and American spelling in one. */
const oneSpelling = (word: string) => (hasSpelling.test(word) ? spellings.reduce(replaced, word) : word)

/** A word of no rule is the most frequent. */
const hasSpelling = /our|is|ys|tre|enc|ell|dgement|ogue|amme|[ao]e/

const spellings: readonly Rule[] = [
  [/(?<=[a-z]{2})our(?=$|s$|ed|ing|er|able|hood|ful|ite)/, 'or'],
  [/(?<=[a-z]{3})is(?=e$|e[ds]$|er|ing$|ation)/, 'iz'],
  [/(?<=[a-z]{2})yse(?=$|[drs]$)/, 'yze'],
  [/(?<=[a-z]{2})tre(?=$|[ds]$)/, 'ter'],
  [/(?<=[a-z]{2}en)c(?=e$|e[ds]$|ing$)/, 's'],
  [/(?<=[a-z]{2}el)l(?=ed$|ing|or|er|ery)/, ''],
  [/dgement/, 'dgment'],
  [/ogue(?=$|s$)/, 'og'],
  [/(?<=[a-z]{2}am)me(?=$|[ds]$)/, ''],
  [/(?<=^[a-z]?)[ao]e(?=[a-z]{4})/, 'e'],
]

const plurals: readonly Rule[] = [
  [/^([a-z]{2,})ies$/, '$1y'],
  [/^([a-z]+(?:ss|x|z|ch|sh))es$/, '$1'],
  [/^([a-z]{2,}[^aisu]|[a-z]+[^i]a)s$/, '$1'],
]

const verbs: readonly Rule[] = [
  [/^([a-z]{2,})ied$/, '$1y'],
  [/^([a-z]*[aeiouy][a-z]*[^c])eed$/, '$1ee'],
  [/^([a-z]+u)(?:ed|ing)$/, '$1e'],
  // A short verb without an e doubles its consonant: hiring is of hire, robbing of rob.
  [/^([a-z]?[aeiou][bcdfgklmnprstvz])(?:ed|ing)$/, '$1e'],
  [/^([a-z]*[aeiouy][a-z]+)(?:ed|ing)$/, '$1'],
]

/** Long words that are another word without their e: shame is no sham. */
const keepsItsE = new Set(['unite', 'shame', 'spine', 'plane', 'prime', 'stare'])

/** Without a doubled consonant, and a long word without a final e: a short one without it is another word, such as rap. */
const bare = (word: string) =>
  keepsItsE.has(word)
    ? word
    : word.replace(/^([a-z]{3,}[^aeiou])e$/, '$1').replace(/^([a-z]+)([bdfgklmnprtvz])\2$/, '$1$2')

const suffixes: readonly string[] = [
  'ization', 'iveness', 'fulness', 'ability', 'ibility', 'ational', 'ation', 'ition', 'ative', 'itive', 'ment', 'ness',
  'ship', 'hood', 'less', 'ens', 'ant', 'ent', 'abl', 'ibl', 'ial', 'ical', 'ful', 'ous', 'ion', 'iv', 'ity', 'ist', 'ism',
  'ing', 'er', 'or', 'al', 'ly',
] // prettier-ignore

/** Each line: a word, and its irregular forms. */
const irregularForms = `
beat beaten, begin began begun, bind bound, bite bit bitten, bleed bled, blow blew blown, break broke broken, bring brought
build built, burn burnt, buy bought, catch caught, child children, choose chose chosen, deal dealt, dig dug, draw drew drawn
drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed, feel felt, fight fought, find found
flee fled, fly flew flown, foot feet, forget forgot forgotten, forgive forgave forgiven, freeze froze frozen, give gave given
grow grew grown, hang hung, hide hid hidden, hold held, keep kept, knife knives, know knew known, lead led, leave left
lend lent, lose lost, make made, man men, meet met, pay paid, ride rode ridden, sell sold, send sent, shake shook
shoot shot, sink sank sunk, sleep slept, speak spoke spoken, spend spent, stand stood, steal stole stolen, strike struck
swear swore sworn, swim swam, take took taken, teach taught, tear tore torn, tell told, thief thieves, throw threw thrown
tooth teeth, wake woke woken, weep wept, wife wives, withdraw withdrew withdrawn, woman women, write wrote written`

const irregular = new Map(
  irregularForms.split(/[,\n]/).flatMap((line) => {
    const [word = '', ...forms] = line.trim().split(' ')
    return forms.map((form) => [form, word] as const)
  }),
)
