import type { LeftOut } from './pasteFormats.ts'

/** How a program links a reference to the element of its body: Word, LibreOffice, the exported HTML of Google Docs. */
const conventions: readonly [reference: RegExp, body: (match: RegExpExecArray) => string][] = [
  [/#_(ftn|edn)(\d+)$/, ([, kind = '', number = '']) => `#${kind}${number}`],
  [/#(sdfootnote|sdendnote)(\d+)sym$/, ([, kind = '', number = '']) => `#${kind}${number}`],
  [/#(ftnt)(\d+)$/, ([, kind = '', number = '']) => `#${kind}${number}`],
]
const lists = '[data-style*="mso-element:footnote-list" i], [data-style*="mso-element:endnote-list" i]'

/** Moves the bodies of footnotes into their references; a reference without a body is named as left out. */
export function readFootnotes(pasted: DocumentFragment, left: Set<LeftOut>) {
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
  footnote.dataset['content'] = content
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
