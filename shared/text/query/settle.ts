import type { Item } from './join.ts'
import { leafOf } from './leaves.ts'
import type { Mender } from './mender.ts'

/**
 * Thaana has no capitals, so އަދި, ނުވަތަ and ނޫން are operators only where no sentence would have them: beside quotes,
 * brackets or operators that are none but that, or where nothing but operators joins the words, as in
 * `ވައްކަން ނުވަތަ ފޭރުން`. Elsewhere they are words.
 */
export function settleOperators(items: readonly Item[], mender: Mender, isBracketed: boolean): Item[] {
  const isJoined = items.every((item, index) => !isOperand(item) || !isOperand(items[index + 1]))
  const sentence: Sentence = { items, isJoined, isBracketed }
  return items.flatMap((item, index) => {
    if (item.kind !== 'operator' || !item.dhivehi) return [item]
    if (isRead(sentence, index)) {
      mender.mend('operator-read', item.text)
      return [item]
    }
    if (isStructure(items[index - 1]) || isStructure(items[index + 1])) mender.mend('operator-word', item.text)
    const node = leafOf({ ...item, kind: 'chunk' }, mender)
    return node ? [{ kind: 'operand' as const, node, structured: false }] : []
  })
}

type Sentence = {
  items: readonly Item[]
  /** No two operands stand side by side. */ isJoined: boolean
  isBracketed: boolean
}

/** އަދި and ނުވަތަ join two operands, the second of which may be behind a NOT. */
function isRead(sentence: Sentence, index: number): boolean {
  const { items, isJoined } = sentence
  const [before, item, after, behind] = [-1, 0, 1, 2].map((step) => items[index + step])
  if (isNot(item)) return isNotRead(sentence, index)
  if (!isOperand(before)) return false
  if (isOperand(after)) return isJoined || before.structured || isStructure(after)
  if (!isNot(after) || !isOperand(behind)) return false
  return !after.dhivehi || isJoined || before.structured || behind.structured
}

/** ނޫން is about the operand behind it: after another operand, after an operator, or where a bracket begins. */
function isNotRead(sentence: Sentence, index: number): boolean {
  const { items, isJoined, isBracketed } = sentence
  const [before, after] = [items[index - 1], items[index + 1]]
  if (!isOperand(after)) return false
  if (!before) return after.structured || (isBracketed && isJoined)
  if (isOperand(before)) return isJoined || before.structured || after.structured
  if (before.kind !== 'operator' || before.operator === 'not') return false
  return !before.dhivehi || isRead(sentence, index - 1)
}

type Operand = Extract<Item, { kind: 'operand' }>

const isOperand = (item: Item | undefined): item is Operand => item?.kind === 'operand'

const isNot = (item: Item | undefined): item is Extract<Item, { kind: 'operator' }> =>
  item?.kind === 'operator' && item.operator === 'not'

/** Quotes, brackets, what has a minus, and operators that are nothing else. */
function isStructure(item: Item | undefined): boolean {
  if (isOperand(item)) return item.structured || item.node.kind === 'not'
  return item !== undefined && !(item.kind === 'operator' && item.dhivehi)
}
