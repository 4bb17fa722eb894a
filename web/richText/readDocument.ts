import purify, { type Config } from 'dompurify'
import type { Annotation, CaseText } from '#shared/calls/search.ts'
import { signClass } from './signClass.ts'

/** A judgment's text as the reader shows it: its HTML, and what stands beside it. */
export type ReaderDocument = {
  /** React writes it anew whenever this object is another one, so it is made once. */
  markup: { __html: string }
  headings: Heading[]
  /** The numbers of the cases that are cited, each once, in the order of the text. */
  cited: string[]
  /** The annotations, in the order of what they are about. */
  annotations: Annotation[]
  /** So long that what is out of sight need not be laid out. */
  isLong: boolean
}

export type Heading = { id: string; text: string; level: 2 | 3 }

/** The words that are put into the text for those who hear it. */
export type DocumentWords = {
  footnote: (number: number) => string
  annotation: (annotation: Annotation) => string
  openCase: (number: string) => string
  table: (number: number) => string
}

/** Exactly what `shared/delta/html.ts` makes, and nothing else. */
const made = ['data-align', 'data-paragraph', 'data-number', 'data-footnote', 'data-annotation', 'data-type', 'data-case-number'] // prettier-ignore
const allowed: Config & { RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'blockquote', 'table', 'tbody', 'tr', 'td', 'strong', 'em', 'u', 's', 'sub', 'sup', 'bdi', 'a', 'span', 'button'], // prettier-ignore
  ALLOWED_ATTR: [...made, 'dir', 'lang', 'type', 'href', 'rel'],
  // Only an address is held to be one.
  ADD_URI_SAFE_ATTR: [...made, 'dir', 'lang', 'type', 'rel'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(https:|mailto:)/i,
  RETURN_DOM_FRAGMENT: true,
}

const long_from_blocks = 150

export function readDocument({ case_content, annotations }: CaseText, words: DocumentWords): ReaderDocument {
  const fragment = purify.sanitize(case_content, allowed)
  nameFootnotes(fragment, words)
  nameCaseNumbers(fragment, words)
  frameTables(fragment, words)
  openLinksApart(fragment)
  return {
    headings: nameHeadings(fragment),
    cited: [
      ...new Set([...all(fragment, 'button[data-case-number]')].map((button) => button.dataset['caseNumber'] ?? '')),
    ],
    annotations: signAnnotations(fragment, annotations, words),
    isLong: fragment.childElementCount > long_from_blocks,
    markup: { __html: htmlOf(fragment) },
  }
}

const all = (within: ParentNode, selector: string) => within.querySelectorAll<HTMLElement>(selector)

/** The button that opens a note has the note's number as its only letters. */
function nameFootnotes(fragment: DocumentFragment, words: DocumentWords) {
  for (const button of all(fragment, 'button[data-footnote]')) {
    button.setAttribute('aria-label', words.footnote(Number(button.textContent)))
    button.setAttribute('aria-haspopup', 'dialog')
    button.setAttribute('aria-expanded', 'false')
  }
}

function nameCaseNumbers(fragment: DocumentFragment, words: DocumentWords) {
  for (const button of all(fragment, 'button[data-case-number]'))
    button.setAttribute('aria-label', words.openCase(button.textContent))
}

/** A table scrolls inside a frame of its own where it is wider than the paper; the keyboard must be able to do that too. */
function frameTables(fragment: DocumentFragment, words: DocumentWords) {
  for (const [index, table] of all(fragment, 'table').entries()) {
    const frame = document.createElement('div')
    frame.dataset['table'] = ''
    frame.setAttribute('role', 'region')
    frame.setAttribute('aria-label', words.table(index + 1))
    frame.tabIndex = 0
    table.replaceWith(frame)
    frame.append(table)
  }
}

function openLinksApart(fragment: DocumentFragment) {
  for (const link of all(fragment, 'a[href]')) {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
  }
}

function nameHeadings(fragment: DocumentFragment): Heading[] {
  return [...all(fragment, 'h2, h3')].map((heading, index) => {
    heading.id = `part-${index + 1}`
    heading.tabIndex = -1
    return { id: heading.id, text: heading.textContent, level: heading.tagName === 'H2' ? 2 : 3 }
  })
}

/**
 * Puts a sign after the words that an annotation is about: a button of its own, so that the words stay words for a
 * screen reader and a case number among them stays a button.
 */
function signAnnotations(fragment: DocumentFragment, annotations: Annotation[], words: DocumentWords): Annotation[] {
  const byKey = new Map(annotations.map((annotation) => [annotation.key, annotation]))
  const pieces = Map.groupBy(all(fragment, '[data-annotation]'), (piece) => piece.dataset['annotation'] ?? '')
  const found: Annotation[] = []
  for (const [key, spans] of pieces) {
    const annotation = byKey.get(key)
    if (!annotation) continue
    found.push(annotation)
    spans.at(-1)?.append(signOf(annotation, words))
  }
  return found
}

function signOf(annotation: Annotation, words: DocumentWords) {
  const sign = document.createElement('button')
  sign.type = 'button'
  sign.dataset['sign'] = annotation.key
  sign.setAttribute('aria-label', words.annotation(annotation))
  sign.setAttribute('aria-expanded', 'false')
  const shape = document.createElement('i')
  shape.className = signClass(annotation.type)
  shape.dataset['type'] = annotation.type
  sign.append(shape)
  return sign
}

function htmlOf(fragment: DocumentFragment) {
  const page = document.createElement('div')
  page.append(fragment)
  return page.innerHTML
}
