import { spellingKey } from '#shared/text/spelling.ts'
import { stems } from '#shared/text/stem.ts'

/** The forms under which a folded word is found, the best first: two words mean one when they share a form. */
export function formsOf(word: string): readonly string[] {
  const known = memory.get(word)
  if (known) return known
  if (memory.size >= remembered) memory.clear()
  const forms = [...new Set([...stems(word), spellingKey(word)])]
  memory.set(word, forms)
  return forms
}

const remembered = 200_000
const memory = new Map<string, readonly string[]>()
