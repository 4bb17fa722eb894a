import { readQuery, type Term } from '#shared/text/query.ts'
import { snapToLetter, type Word } from '#shared/text/words.ts'

/** Where a term stands in the text: whole words, so that no letter is cut from its vowel. */
export type Found = { start: number; end: number; term: number }

/**
 * Every place where the words that are looked for stand. The last word of each term may go on: whoever types the
 * beginning of a word, or a word without its ending, finds it. Words in quotes are found as they are.
 */
export function findInText(text: string, words: readonly Word[], query: string): Found[] {
  const { terms } = readQuery(query)
  const found: Found[] = []
  for (let place = 0; place < words.length;) {
    const { term, size } = longestAt(words, place, terms)
    const [first, last] = [words[place], words[place + size - 1]]
    if (term !== -1 && first && last) found.push({ start: first.start, end: snapToLetter(text, last.end), term })
    place += Math.max(1, size)
  }
  return found
}

function longestAt(words: readonly Word[], place: number, terms: readonly Term[]) {
  let best = { term: -1, size: 0 }
  terms.forEach((term, index) => {
    if (term.words.length > best.size && standsAt(words, place, term)) best = { term: index, size: term.words.length }
  })
  return best
}

function standsAt(words: readonly Word[], place: number, { words: wanted, quoted }: Term) {
  return wanted.every((want, offset) => {
    const word = words[place + offset]?.word
    if (word === undefined) return false
    return quoted || offset < wanted.length - 1 ? word === want : word.startsWith(want)
  })
}

const together = 240

/** The first place where the most of the terms stand together: where a reader who searched for them wants to begin. */
export function bestOf(found: readonly Found[]): number {
  let best = { index: 0, terms: 0 }
  found.forEach(({ start }, index) => {
    const terms = new Set<number>()
    for (let next = index; (found[next]?.end ?? Infinity) - start <= together; next += 1)
      terms.add(found[next]?.term ?? 0)
    if (terms.size > best.terms) best = { index, terms: terms.size }
  })
  return best.index
}
