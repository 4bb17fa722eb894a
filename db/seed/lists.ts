import { readFileSync } from 'node:fs'

/** The lists in `data/`, read once. */
const read = (name: string) =>
  readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8')
    .trim()
    .split(/\r?\n/)
const rows = (name: string, separator: string) =>
  read(name)
    .slice(1)
    .map((line) => line.split(separator))

export type SeedCourt = {
  name: string
  name_en: string
  code: string
  level: 'supreme' | 'high' | 'superior' | 'magistrate'
}

const levels: Record<string, SeedCourt['level']> = { SC: 'supreme', HC: 'high' }
const rank = { supreme: 0, high: 1, superior: 2, magistrate: 3 }

/** Courts by level, the highest first, then in the order of the list. */
export const courts: SeedCourt[] = rows('courts.csv', ',')
  .map(([name = '', name_en = '', , code = '']) => {
    const superior = /^(Cv|Cr|Fm|Jv)-C$|^DC$/.test(code)
    return { name, name_en, code, level: levels[code] ?? (superior ? ('superior' as const) : ('magistrate' as const)) }
  })
  .sort((one, other) => rank[one.level] - rank[other.level])

const names = rows('names.tsv', '\t').map(([kind = '', dv = '']) => ({ kind, dv }))
export const manNames = names.filter(({ kind }) => kind === 'm').map(({ dv }) => dv)
export const womanNames = names.filter(({ kind }) => kind === 'f').map(({ dv }) => dv)
export const familyNames = [...names.filter(({ kind }) => kind === 's').map(({ dv }) => dv), ...manNames]

/** Most frequent first: the counted words, then the forms of the lexicon. */
export function readVocabulary(): string[] {
  const frequent = rows('wordfreq.tsv', '\t').map(([, word = '']) => word)
  // Forms that start with a vowel sign are fragments of words.
  const forms = read('lexicon.txt').filter((word) => /^[ހ-ޥ]/u.test(word))
  return [...new Set([...frequent, ...forms])]
}
