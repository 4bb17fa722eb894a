import type { EditorView } from '@tiptap/pm/view'
import { withoutStyles } from '#web/richText/editor/pasted.ts'
import { htmlOf, sanitize } from '#web/richText/sanitizer.ts'
import { flattenBlocks, readHeadingRoles } from './pasteBlocks.ts'
import { applyStyles, type LeftOut } from './pasteFormats.ts'
import { readFootnotes } from './pasteFootnotes.ts'

const leftOut = new WeakMap<EditorView, ReadonlySet<LeftOut>>()

/** What the last paste into an editor left out. */
export const leftOutOf = (view: EditorView) => leftOut.get(view) ?? new Set<LeftOut>()
export const forgetLeftOut = (view: EditorView) => leftOut.delete(view)

/** Cleans pasted HTML into lines of the schema, before the schema drops what it does not know. */
export function cleanPastedText(html: string, view?: EditorView): string {
  const { html: clean, left } = cleanPastedJudgment(html)
  if (view) leftOut.set(view, left)
  return clean
}

/** The HTML of an editor of this kind keeps its data; the HTML of other programs is read by their conventions. */
function cleanPastedJudgment(html: string): { html: string; left: Set<LeftOut> } {
  const left = new Set<LeftOut>()
  const pasted = sanitize(withoutStyles(html), { USE_PROFILES: { html: true }, ADD_FORBID_CONTENTS: ['xml', 'title'] })
  if (pasted.querySelector('[data-pm-slice]')) return { html: htmlOf(pasted), left }

  for (const part of pasted.querySelectorAll(unseenParts)) part.remove()
  removeComments(pasted, left)
  readHeadingRoles(pasted)
  readFootnotes(pasted, left)
  for (const picture of pasted.querySelectorAll('img, picture, video, audio, object, svg')) {
    left.add('pictures')
    picture.remove()
  }
  applyStyles(pasted, left)
  flattenBlocks(pasted)
  return { html: htmlOf(pasted), left }
}

/** Hidden text, tracked deletions, and what Word for the web adds to the ends of paragraphs and lines. */
const unseenParts =
  '[data-style*="mso-hide:all" i], [data-style*="display:none" i], .msoDel, del[cite], del[datetime], .EOP, .LineBreakBlob > span'

const commentParts =
  '[data-style*="mso-element:comment" i], .MsoCommentReference, .msocomanchor, a[href^="#_msocom"], a[href^="#cmnt"], [id^="_com_"]'

/** The comments of Word stand at its end, those of Google Docs in links. */
function removeComments(pasted: DocumentFragment, left: Set<LeftOut>) {
  for (const part of pasted.querySelectorAll(commentParts)) {
    left.add('comments')
    part.remove()
  }
}
