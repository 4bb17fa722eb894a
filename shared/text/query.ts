import { words } from './words.ts'

/** One thing to find: a word, or words that stand side by side. */
export type Term = { words: string[]; /** Given in quotes. */ quoted: boolean }

const quotes = /["“”„«»]/

/**
 * What a query asks for. Never fails: quotes that are not closed close at the end, and what holds no letter or digit
 * asks for nothing. A written number such as 2013/HC-A/80 is words side by side.
 */
export function readQuery(text: string): { terms: Term[] } {
  const parts = text.split(quotes)
  const terms = parts.flatMap((part, index) =>
    // Every second part stands between quotes.
    index % 2 === 1 ? termOf(part, true) : part.split(/\s+/).flatMap((chunk) => termOf(chunk, false)),
  )
  const unique = new Map(terms.map((term) => [term.words.join(' '), term]))
  return { terms: [...unique.values()] }
}

function termOf(text: string, quoted: boolean): Term[] {
  const found = words(text).map(({ word }) => word)
  return found.length > 0 ? [{ words: found, quoted }] : []
}
