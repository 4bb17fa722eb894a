import type { CaseFilters } from '#shared/calls/search.ts'
import { readVocabulary } from '#db/seed/lists.ts'
import { buildRandom } from '#db/seed/random.ts'

/** A query, and its equivalent for PostgreSQL. */
export type BenchQuery = { kind: string; filters: CaseFilters; postgres: { text: string; court?: number } }

const vocabulary = readVocabulary().filter((word) => /^[ހ-ޱ]{5,}$/u.test(word))

/** Five kinds of queries in turn; deterministic for a library and a seed. */
export function buildMix(count: number, size: number, seed = 5): BenchQuery[] {
  const random = buildRandom(seed)
  const common = () => random.pick(vocabulary.slice(0, 20))
  const usual = () => random.pick(vocabulary.slice(20, 2000))
  const kinds: Record<string, () => Omit<BenchQuery, 'kind'>> = {
    'common word': () => plain(common()),
    'two words': () => plain(`${usual()} ${usual()}`),
    phrase: () => {
      const [one, other] = [common(), common()]
      return { filters: { Query: `"${one} ${other}"` }, postgres: { text: `${one} <-> ${other}` } }
    },
    filter: () => {
      const [word, court] = [usual(), random.whole(1, 190)]
      return { filters: { Query: word, Court: court }, postgres: { text: word, court } }
    },
    number: () => {
      const number = `${10_000 + random.whole(0, size - 1)}`
      return { filters: { Query: number }, postgres: { text: number } }
    },
  }
  const names = Object.keys(kinds)
  return Array.from({ length: count }, (_, index) => {
    const kind = names[index % names.length] ?? ''
    return { kind, ...(kinds[kind]?.() ?? plain('')) }
  })
}

/** The most frequent words, each as one query: the worst case. */
export const mostFrequentWords = (count: number): BenchQuery[] =>
  vocabulary.slice(0, count).map((word) => ({ kind: 'worst words', ...plain(word) }))

/** The states of the search box while words, two words and a case number are typed; `remainder` chooses other words. */
export function typedPrefixes(remainder = 0): string[] {
  const typed = [...vocabulary.filter((_, at) => at % 997 === remainder).slice(0, 24), '1024/Cv', '2013/HC-A']
  const [first = ''] = vocabulary
  const twice = [...typed, ...typed.slice(0, 6).map((word) => `${first} ${word}`)]
  return twice.flatMap((text) =>
    [2, 3, 4, 6].flatMap((letters) => {
      const from = text.includes(' ') ? first.length + 1 : 0
      return letters <= text.length - from ? [text.slice(0, from + letters)] : []
    }),
  )
}

function plain(words: string) {
  return { filters: { Query: words }, postgres: { text: words.split(' ').join(' & ') } }
}
