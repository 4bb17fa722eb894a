import { groupBy } from '#shared/groupBy.ts'
import type { Config } from 'dompurify'
import type { Annotation, CaseText } from '#shared/calls/search.ts'
import { blockSelector } from '#shared/delta/blocks.ts'
import { paths } from '#web/platform/paths.ts'
import { frameTables, isolateNumbersIn, sanitize } from './sanitizer.ts'
import { annotationIconClass } from './AnnotationIcon.tsx'
import { chunksOf } from './chunks.ts'

/** A judgment prepared for the reader: its blocks, and the lists of its parts. */
export type ReaderDocument = {
  /** Different for each document. */
  id: number
  /** Sanitized nodes, which the page shows as they are: to write and parse them again costs as much as to sanitize them. */
  nodes: readonly Node[]
  headings: Heading[]
  /** The cited case numbers, each once, in the order of the text. */
  cited: string[]
  /** The annotations, in the order of their text. */
  annotations: Annotation[]
  /** Long enough to skip the layout of off-screen parts. */
  isLong: boolean
}

export type Heading = { id: string; text: string; level: 2 | 3 }

/** Accessible labels that are added to the text. */
type DocumentLabels = {
  footnote: (number: number) => string
  annotation: (annotation: Annotation) => string
  openCase: (number: string) => string
  table: (number: number) => string
  /** Of the place where a page of the PDF begins: for the margin, and in full. */
  page: (number: string) => { short: string; full: string }
}

/** The links that paragraph numbers become: the address of a block, and the label of its paragraph. */
type ParagraphLinks = { url: (block: number) => string; label: (paragraph: string) => string }

/** Exactly the attributes that `shared/delta/html.ts` writes. */
const ownAttributes = ['data-align', 'data-indent', 'data-label', 'data-size', 'data-color', 'data-page', 'data-file', 'data-paragraph', 'data-number', 'data-footnote', 'data-annotation', 'data-type', 'data-case-number'] // prettier-ignore
const allowed: Config = {
  ALLOWED_TAGS: ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'blockquote', 'table', 'tbody', 'tr', 'td', 'th', 'img', 'strong', 'em', 'u', 's', 'sub', 'sup', 'bdi', 'a', 'span', 'button'], // prettier-ignore
  ALLOWED_ATTR: [...ownAttributes, 'dir', 'lang', 'type', 'href', 'rel', 'alt', 'colspan', 'rowspan'],
  // Only `href` is checked as a URI.
  ADD_URI_SAFE_ATTR: [...ownAttributes, 'dir', 'lang', 'type', 'rel', 'alt', 'colspan', 'rowspan'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(https:|mailto:)/i,
}

/** A shorter text is laid out at once. The first part of a long one is laid out as far as it is near the window, too. */
const long_from_chunks = 5

/** How many have been read. */
let documents = 0

/** Without `paragraphs`, the paragraph numbers are no links. */
export function readDocument(
  { case_content, annotations }: CaseText,
  labels: DocumentLabels,
  paragraphs?: ParagraphLinks,
): ReaderDocument {
  const fragment = sanitize(case_content, allowed)
  isolateNumbersIn(fragment)
  labelFootnotes(fragment, labels)
  linkCaseNumbers(fragment, labels)
  if (paragraphs) linkParagraphs(fragment, paragraphs)
  labelPages(fragment, labels)
  frameTables(fragment, labels.table)
  openLinksInNewTab(fragment)
  const chunks = chunksOf([...fragment.children])
  const isLong = chunks.length >= long_from_chunks
  if (isLong) groupBlocks(chunks)
  documents += 1
  return {
    id: documents,
    headings: indexHeadings(fragment),
    cited: [...new Set([...all(fragment, 'a[data-case-number]')].map((link) => link.dataset['caseNumber'] ?? ''))],
    annotations: addAnnotationIcons(fragment, annotations, labels),
    isLong,
    nodes: [...fragment.childNodes],
  }
}

const all = (within: ParentNode, selector: string) => within.querySelectorAll<HTMLElement>(selector)

/** The only text of a footnote button is its number. */
function labelFootnotes(fragment: DocumentFragment, labels: DocumentLabels) {
  for (const button of all(fragment, 'button[data-footnote]')) {
    button.setAttribute('aria-label', labels.footnote(Number(button.textContent)))
    button.setAttribute('aria-haspopup', 'dialog')
    button.setAttribute('aria-expanded', 'false')
  }
}

/** A marked case number becomes a link: to the search of the number, until the reader knows its case. */
function linkCaseNumbers(fragment: DocumentFragment, labels: DocumentLabels) {
  for (const marker of all(fragment, 'button[data-case-number]')) {
    const number = marker.dataset['caseNumber'] ?? ''
    for (const inner of all(marker, 'a')) inner.replaceWith(...inner.childNodes)
    const link = linkTo(paths.search(number))
    link.dir = 'ltr'
    link.dataset['caseNumber'] = number
    link.setAttribute('aria-label', labels.openCase(marker.textContent))
    marker.replaceWith(link)
    link.append(...marker.childNodes)
  }
}

/** The number of a paragraph becomes a link to the paragraph. */
function linkParagraphs(fragment: DocumentFragment, { url, label }: ParagraphLinks) {
  for (const [index, block] of all(fragment, blockSelector).entries()) {
    const number = block.querySelector<HTMLElement>(':scope > [data-number]')
    if (!number) continue
    const link = linkTo(url(index + 1))
    link.dataset['block'] = String(index + 1)
    link.setAttribute('aria-label', label(number.textContent))
    link.append(...number.childNodes)
    number.append(link)
  }
}

function labelPages(fragment: DocumentFragment, labels: DocumentLabels) {
  for (const place of all(fragment, '[data-page]')) {
    const { short, full } = labels.page(place.dataset['page'] ?? '')
    place.dataset['label'] = short
    place.setAttribute('role', 'img')
    place.setAttribute('aria-label', full)
    place.title = full
  }
}

function linkTo(address: string) {
  const link = document.createElement('a')
  link.href = address
  return link
}

function openLinksInNewTab(fragment: DocumentFragment) {
  for (const link of all(fragment, 'a[href]')) {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
  }
}

function groupBlocks(chunks: readonly Element[][]) {
  for (const blocks of chunks) {
    const chunk = document.createElement('div')
    chunk.dataset['chunk'] = ''
    blocks[0]?.before(chunk)
    chunk.append(...blocks)
  }
}

function indexHeadings(fragment: DocumentFragment): Heading[] {
  return [...all(fragment, 'h2, h3')].map((heading, index) => {
    heading.id = `part-${index + 1}`
    heading.tabIndex = -1
    return { id: heading.id, text: heading.textContent, level: heading.tagName === 'H2' ? 2 : 3 }
  })
}

/**
 * Adds an icon button after the text of each annotation, so that screen readers read the text as text and a case number
 * in it stays a link.
 */
function addAnnotationIcons(
  fragment: DocumentFragment,
  annotations: Annotation[],
  labels: DocumentLabels,
): Annotation[] {
  const byKey = new Map(annotations.map((annotation) => [annotation.key, annotation]))
  const spansByKey = groupBy(all(fragment, '[data-annotation]'), (span) => span.dataset['annotation'] ?? '')
  const placed: Annotation[] = []
  for (const [key, spans] of spansByKey) {
    const annotation = byKey.get(key)
    if (!annotation) continue
    placed.push(annotation)
    spans.at(-1)?.append(iconButtonOf(annotation, labels))
  }
  return placed
}

function iconButtonOf(annotation: Annotation, labels: DocumentLabels) {
  const button = document.createElement('button')
  button.type = 'button'
  button.dataset['annotationIcon'] = annotation.key
  button.setAttribute('aria-label', labels.annotation(annotation))
  button.setAttribute('aria-expanded', 'false')
  const icon = document.createElement('i')
  icon.className = annotationIconClass(annotation.type)
  icon.dataset['type'] = annotation.type
  button.append(icon)
  return button
}
