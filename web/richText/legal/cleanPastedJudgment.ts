import { DOMSerializer, type Schema } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { withoutStyles } from '#web/richText/editor/cleanPastedRichText.ts'
import { htmlOf, sanitize } from '#web/richText/sanitizer.ts'
import { writeText } from './attributes.ts'
import { newKey } from './keys.ts'
import { flattenBlocks, readHeadingRoles } from './pasteBlocks.ts'
import { applyStyles, type LeftOut } from './pasteFormats.ts'
import type { PicturedRecord } from './pictureLinks.ts'

const leftOut = new WeakMap<EditorView, ReadonlySet<LeftOut>>()

/** What the last paste into an editor left out. */
export const leftOutOf = (view: EditorView) => leftOut.get(view) ?? new Set<LeftOut>()
export const forgetLeftOut = (view: EditorView) => leftOut.delete(view)

/** The attribute of what is copied from a judgment in this editor, with the record of its text. */
const originAttribute = 'data-judgment-slice'

/** Writes what is copied, and from which record: ProseMirror's own attribute is that of any page with one of its editors. */
class ClipboardSerializer extends DOMSerializer {
  readonly #origin: string

  constructor({ nodes, marks }: DOMSerializer, origin: string) {
    super(nodes, marks)
    this.#origin = origin
  }

  override serializeFragment(...[fragment, options, target]: Parameters<DOMSerializer['serializeFragment']>) {
    const written = super.serializeFragment(fragment, options, target)
    if (!target && written.firstChild instanceof Element) written.firstChild.setAttribute(originAttribute, this.#origin)
    return written
  }
}

/**
 * How an editor copies, and cleans what is pasted. Its pictures are those of `record`: another one must not show them. Without a
 * record they are those of the editor alone.
 */
export function clipboardOf(schema: Schema, record: PicturedRecord | undefined) {
  const origin = record ? `${record.resource}:${record.row}` : newKey()
  return {
    clipboardSerializer: new ClipboardSerializer(DOMSerializer.fromSchema(schema), origin),
    transformPastedHTML: (html: string, view?: EditorView) => cleanPastedJudgment(html, origin, view),
  }
}

/** Sanitizes HTML that is pasted into a judgment and cleans it into lines of the schema, before the schema drops what it does not know. */
function cleanPastedJudgment(html: string, origin: string, view?: EditorView): string {
  const { html: clean, left } = cleanHtml(html, origin)
  if (view) leftOut.set(view, left)
  return clean
}

/** The HTML of an editor of this kind keeps its data; the HTML of other programs is read by their conventions. */
function cleanHtml(html: string, origin: string): { html: string; left: Set<LeftOut> } {
  const left = new Set<LeftOut>()
  const pasted = sanitize(withoutStyles(html), { USE_PROFILES: { html: true }, ADD_FORBID_CONTENTS: ['xml', 'title'] })
  const own = pasted.querySelector(`[${originAttribute}]`)
  if (own) {
    if (own.getAttribute(originAttribute) !== origin) removePictures(pasted, left)
    return { html: htmlOf(pasted), left }
  }

  for (const slice of pasted.querySelectorAll('[data-pm-slice]')) slice.removeAttribute('data-pm-slice')
  for (const part of pasted.querySelectorAll(unseenParts)) part.remove()
  removeComments(pasted, left)
  readHeadingRoles(pasted)
  readFootnotes(pasted, left)
  removePictures(pasted, left)
  applyStyles(pasted, left)
  flattenBlocks(pasted)
  return { html: htmlOf(pasted), left }
}

function removePictures(pasted: DocumentFragment, left: Set<LeftOut>) {
  for (const picture of pasted.querySelectorAll('img, picture, video, audio, object, svg')) {
    left.add('pictures')
    picture.remove()
  }
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

/** How a program links a reference to the element of its body: Word, LibreOffice, the exported HTML of Google Docs. */
const conventions: readonly [reference: RegExp, body: (match: RegExpExecArray) => string][] = [
  [/#_(ftn|edn)(\d+)$/, ([, kind = '', number = '']) => `#${kind}${number}`],
  [/#(sdfootnote|sdendnote)(\d+)sym$/, ([, kind = '', number = '']) => `#${kind}${number}`],
  [/#(ftnt)(\d+)$/, ([, kind = '', number = '']) => `#${kind}${number}`],
]
const lists = '[data-style*="mso-element:footnote-list" i], [data-style*="mso-element:endnote-list" i]'

/** Moves the bodies of footnotes into their references; a reference without a body is named as left out. */
function readFootnotes(pasted: DocumentFragment, left: Set<LeftOut>) {
  const bodies = new Set<Element>()
  for (const link of pasted.querySelectorAll<HTMLAnchorElement>('a[href*="#"]')) {
    const found = conventions.map(([reference, body]) => {
      const match = reference.exec(link.getAttribute('href') ?? '')
      return match && body(match)
    })
    const selector = found.find((one) => one !== null)
    if (selector === undefined) continue
    const target = pasted.querySelector(selector)
    const body = target?.tagName === 'A' ? target.closest('div, p') : target
    const reference = wholeReference(link)
    if (!body || body.contains(link)) left.add('footnotes')
    else {
      bodies.add(body)
      reference.before(footnoteOf(link.ownerDocument, textOfBody(body)))
    }
    reference.remove()
  }
  for (const body of bodies) body.remove()
  for (const list of pasted.querySelectorAll(lists)) list.remove()
  removeNumbers(pasted, left)
  // Google Docs puts the numbers of footnotes on the clipboard, and nothing else of them.
  if (isOfGoogleDocs(pasted) && superscripts(pasted).some((text) => /^\d{1,3}$/.test(text))) left.add('footnotes')
}

/** Word for the web puts only the numbers of footnotes on the clipboard. */
function removeNumbers(pasted: DocumentFragment, left: Set<LeftOut>) {
  for (const number of pasted.querySelectorAll('.FootnoteReference, .EndnoteReference')) {
    left.add('footnotes')
    number.remove()
  }
}

/** With the superscript around it, when that contains nothing else. */
function wholeReference(link: Element): Element {
  const around = link.parentElement
  return around?.tagName === 'SUP' && around.textContent === link.textContent ? around : link
}

function footnoteOf(document: Document, content: string) {
  const footnote = document.createElement('span')
  footnote.dataset['footnote'] = ''
  footnote.dataset['content'] = writeText(content)
  return footnote
}

/** The text of a body, one line for each paragraph, without its own number. */
function textOfBody(body: Element): string {
  const copy = body.cloneNode(true)
  if (!(copy instanceof Element)) return ''
  for (const back of copy.querySelectorAll('a[href*="ref"], a[href$="anc"], a.sdfootnotesym, a[id^="ftnt"]'))
    back.remove()
  const paragraphs = copy.tagName === 'P' ? [] : [...copy.querySelectorAll('p')]
  return (paragraphs.length > 0 ? paragraphs : [copy])
    .map((paragraph) => paragraph.textContent.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join('\n')
}

const isOfGoogleDocs = (pasted: DocumentFragment) => pasted.querySelector('[id^="docs-internal-guid"]') !== null

const superscripts = (pasted: DocumentFragment) =>
  [
    ...pasted.querySelectorAll('sup, [data-style*="vertical-align:super" i], [data-style*="vertical-align: super" i]'),
  ].map(({ textContent }) => textContent.trim())
