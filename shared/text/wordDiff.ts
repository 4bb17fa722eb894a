import { diffItems, type Range } from './diffItems.ts'

export type DiffPart = { kind: 'same' | 'removed' | 'added'; text: string }

/**
 * The word differences of two texts. A word with its vowel signs is one unit; spaces, line ends and punctuation are units
 * of their own. The parts that are the same or removed join to the first text, those that are the same or added to the
 * second, code unit by code unit. Lines are compared before words, so that a long text costs about as much as it changes.
 */
export function wordDiff(before: string, after: string): DiffPart[] {
  const beforeLines = linesOf(before)
  const afterLines = linesOf(after)
  const parts: DiffPart[] = []
  for (const { isSame, ...run } of diffItems(beforeLines, afterLines)) {
    const removed = textOf(beforeLines, run.before)
    if (isSame) append(parts, 'same', removed)
    else diffWords(parts, removed, textOf(afterLines, run.after))
  }
  return parts
}

/** Each line with the `\n` that ends it. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const textOf = (items: readonly string[], { start, end }: Range) => items.slice(start, end).join('')

function diffWords(parts: DiffPart[], before: string, after: string) {
  const beforeUnits = unitsOf(before)
  const afterUnits = unitsOf(after)
  const runs = diffItems(beforeUnits, afterUnits)
  let removed = ''
  let added = ''
  for (const [index, run] of runs.entries()) {
    const beforeText = textOf(beforeUnits, run.before)
    const isBetweenChanges = index > 0 && index < runs.length - 1
    // Words that changed on both sides of a space or a comma are read as one change.
    if (run.isSame && !(isBetweenChanges && isSeparator(beforeText))) {
      append(parts, 'removed', removed)
      append(parts, 'added', added)
      append(parts, 'same', beforeText)
      removed = ''
      added = ''
    } else {
      removed += beforeText
      added += textOf(afterUnits, run.after)
    }
  }
  append(parts, 'removed', removed)
  append(parts, 'added', added)
}

const unitsOf = (text: string): string[] =>
  text.match(/[\p{L}\p{M}\p{N}\u200c\u200d]+|[^\S\n]+|[^\p{L}\p{M}\p{N}\u200c\u200d]/gu) ?? []

const isSeparator = (text: string) => !/[\p{L}\p{M}\p{N}\n]/u.test(text)

function append(parts: DiffPart[], kind: DiffPart['kind'], text: string) {
  if (text === '') return
  const last = parts.at(-1)
  if (last?.kind === kind) last.text += text
  else parts.push({ kind, text })
}
