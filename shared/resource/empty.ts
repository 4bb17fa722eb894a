import type { Delta } from '#shared/delta/delta.ts'
import { isDelta } from '#shared/delta/inspect.ts'

/** Whether a text has no visible character: only spaces, joiners and direction marks. */
export const isBlankText = (text: string) => /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u.test(text)

/** Whether rich text has neither a visible character nor a picture. Before it is sanitized, false for some that has none. */
export const isBlankHtml = (html: string) => isBlankText(html.replace(/<(?!img)[^<>]*>|&nbsp;/gi, ''))

/** Whether a field value is empty; text without a visible character is empty, also that of a judgment. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return isBlankText(value)
  if (isDelta(value)) return isBlankDelta(value)
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

/** Nothing is shown: no visible letter, and neither a footnote nor a picture. */
const isBlankDelta = ({ content }: Delta) =>
  content.every(({ insert }) => (typeof insert === 'string' ? isBlankText(insert) : 'page_break' in insert))
