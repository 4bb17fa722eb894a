import { caseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import type { IsCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { detectCaseNumbers } from '#shared/text/caseNumbers/detect.ts'
import type { Delta, Op } from './delta.ts'

/**
 * Marks the case numbers in a text, except for those of the case itself. A number that is cut by a footnote, a page break
 * or another format is not marked, and a marker that is there stays.
 */
export function markCitations(text: Delta, own: readonly string[], isCode: IsCode): Delta {
  const ownKeys = new Set(own.map((number) => caseNumberKey(number, isCode)))
  return { ...text, content: text.content.flatMap((op) => markOp(op, ownKeys, isCode)) }
}

function markOp(op: Op, ownKeys: ReadonlySet<string | undefined>, isCode: IsCode): Op[] {
  const { insert, attributes } = op
  if (typeof insert !== 'string' || insert === '\n' || attributes?.case_number !== undefined) return [op]
  const found = detectCaseNumbers(insert, isCode).filter(({ key }) => !ownKeys.has(key))
  const ops: Op[] = []
  let at = 0
  for (const { start, end, number } of found) {
    ops.push({ ...op, insert: insert.slice(at, start) })
    ops.push({ insert: insert.slice(start, end), attributes: { ...attributes, case_number: number } })
    at = end
  }
  ops.push({ ...op, insert: insert.slice(at) })
  return ops.filter((one) => one.insert !== '')
}
