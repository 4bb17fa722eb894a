import type { Item } from './join.ts'
import { leafOf } from './leaves.ts'
import type { Mender } from './mender.ts'

/**
 * Thaana has no capitals, so އަދި, ނުވަތަ and ނޫން are operators only where no sentence would have them: beside quotes
 * or brackets, or where nothing but operators joins the words, as in `ވައްކަން ނުވަތަ ފޭރުން`. Elsewhere they are words.
 */
export function settleOperators(items: readonly Item[], mender: Mender): Item[] {
  const alternate = items.every((item, index) => item.kind !== 'operand' || items[index + 1]?.kind !== 'operand')
  return items.flatMap((item, index) => {
    if (item.kind !== 'operator' || !item.dhivehi) return [item]
    const [before, after] = [items[index - 1], items[index + 1]]
    const between = before?.kind === 'operand' && after?.kind === 'operand'
    if (between && (alternate || before.structured || after.structured)) {
      mender.mend('operator-read', item.text.trim())
      return [item]
    }
    const node = leafOf({ kind: 'chunk', text: item.text, start: item.start, end: item.end }, mender)
    return node ? [{ kind: 'operand' as const, node, structured: false }] : []
  })
}
