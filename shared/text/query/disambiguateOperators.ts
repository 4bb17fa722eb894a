import type { Item } from './buildTree.ts'
import { parseTerm } from './parseTerm.ts'
import type { RepairLog } from './repairLog.ts'

/**
 * Decides which Dhivehi operator words are operators. Thaana has no capitals, so އަދި, ނުވަތަ and ނޫން are operators only
 * where a sentence would not contain them: next to quotes, brackets or unambiguous operators, or where operators alone
 * join the words, as in `ވައްކަން ނުވަތަ ފޭރުން`. Elsewhere they become search terms.
 */
export function disambiguateOperators(items: readonly Item[], repairLog: RepairLog, isBracketed: boolean): Item[] {
  const isJoined = items.every((item, index) => !isOperand(item) || !isOperand(items[index + 1]))
  const context: ItemContext = { items, isJoined, isBracketed }
  return items.flatMap((item, index) => {
    if (item.kind !== 'operator' || !item.isDhivehi) return [item]
    if (isOperatorAt(context, index)) {
      repairLog.report('operator-read', item.text)
      return [item]
    }
    if (isExplicit(items[index - 1]) || isExplicit(items[index + 1])) repairLog.report('operator-word', item.text)
    const node = parseTerm({ ...item, kind: 'chunk' }, repairLog)
    return node ? [{ kind: 'operand' as const, node, structured: false }] : []
  })
}

type ItemContext = {
  items: readonly Item[]
  /** No two operands are adjacent. */
  isJoined: boolean
  isBracketed: boolean
}

/** އަދި and ނުވަތަ join two operands; a NOT may precede the second. */
function isOperatorAt(context: ItemContext, index: number): boolean {
  const { items, isJoined } = context
  const [before, item, after, next] = [-1, 0, 1, 2].map((step) => items[index + step])
  if (isNot(item)) return isNotOperatorAt(context, index)
  if (!isOperand(before)) return false
  if (isOperand(after)) return isJoined || before.structured || isExplicit(after)
  if (!isNot(after) || !isOperand(next)) return false
  return !after.isDhivehi || isJoined || before.structured || next.structured
}

/** ނޫން negates the operand after it when it follows an operand, an operator or an opening bracket. */
function isNotOperatorAt(context: ItemContext, index: number): boolean {
  const { items, isJoined, isBracketed } = context
  const [before, after] = [items[index - 1], items[index + 1]]
  if (!isOperand(after)) return false
  if (!before) return after.structured || (isBracketed && isJoined)
  if (isOperand(before)) return isJoined || before.structured || after.structured
  if (before.kind !== 'operator' || before.operator === 'not') return false
  return !before.isDhivehi || isOperatorAt(context, index - 1)
}

type Operand = Extract<Item, { kind: 'operand' }>

const isOperand = (item: Item | undefined): item is Operand => item?.kind === 'operand'

const isNot = (item: Item | undefined): item is Extract<Item, { kind: 'operator' }> =>
  item?.kind === 'operator' && item.operator === 'not'

/** Quotes, brackets, negated operands, and operators that cannot be words. */
function isExplicit(item: Item | undefined): boolean {
  if (isOperand(item)) return item.structured || item.node.kind === 'not'
  return item !== undefined && !(item.kind === 'operator' && item.isDhivehi)
}
