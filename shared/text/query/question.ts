import { isFunctionWord, isQuestionWord } from '#shared/text/language/functionWords.ts'
import { isLeaf, type Node, type ParsedQuery } from './tree.ts'

/** Whether a query is a sentence that asks: it has a question word or a question mark, and a topic of two words or more. */
export function isQuestion({ root, text }: ParsedQuery): boolean {
  if (!root || root.kind !== 'and' || !root.of.every(isLeaf)) return false
  const words = root.of.flatMap((leaf) => (leaf.kind === 'word' ? leaf.word : []))
  const asks = words.some(isQuestionWord) || /[?؟]\s*$/.test(text)
  return asks && withoutFunctionWords(root.of).length >= 2
}

/** The parts of a query without function words, unless there are no others. */
export function withoutFunctionWords<Part extends Node>(parts: readonly Part[]): readonly Part[] {
  const topic = parts.filter((part) => part.kind !== 'word' || !isFunctionWord(part.word))
  return topic.length > 0 ? topic : parts
}
