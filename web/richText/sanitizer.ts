import purify, { type Config } from 'dompurify'
import { type FoundNumber, numberFinder } from '#shared/text/format/isolate.ts'

type TrustedTypePolicy = NonNullable<Config['TRUSTED_TYPES_POLICY']>

declare global {
  // TypeScript's DOM library does not describe Trusted Types.
  interface Window {
    trustedTypes?: {
      createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => TrustedTypePolicy
    }
  }
}

/** The Trusted Types policy of our own, which the server allows by its name. Only `trustedHtml` uses it. */
const policy = window.trustedTypes?.createPolicy('hukum', { createHTML: (html) => html })

/** The elements and attributes that the server accepts in rich text. */
const richText: Config = {
  ALLOWED_TAGS: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'h1', 'h2', 'h3', 'ol', 'ul', 'li', 'blockquote', 'a', 'span', 'sub', 'sup', 'table', 'thead', 'tbody', 'tr', 'td', 'th', 'bdi', 'img'], // prettier-ignore
  ALLOWED_ATTR: ['dir', 'lang', 'href', 'title', 'rel', 'colspan', 'rowspan', 'scope', 'class', 'src', 'alt', 'data-file'], // prettier-ignore
  ADD_URI_SAFE_ATTR: ['dir', 'lang', 'rel', 'colspan', 'rowspan', 'scope', 'class', 'alt', 'data-file'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // Links go to other sites by https or to e-mail addresses; images are files of this site.
  ALLOWED_URI_REGEXP: /^(https:|mailto:|\/(?![/\\]))/i,
}

export const sanitizeRichText = (dirty: string) => sanitize(dirty, richText)

/** The sanitized nodes of HTML. They are in a document that is not shown, so that nothing in them loads. */
export const sanitize = (dirty: string, allowed: Config): DocumentFragment =>
  purify.sanitize(dirty, { ...allowed, RETURN_DOM_FRAGMENT: true })

/** The HTML of sanitized nodes, for an element that shows it; the nodes may have been extended by elements of our own. */
export function trustedHtml(sanitized: DocumentFragment): string | TrustedHTML {
  const html = htmlOf(sanitized)
  return policy?.createHTML(html) ?? html
}

/** Moves the nodes, within their document. */
export function htmlOf(fragment: DocumentFragment): string {
  const container = fragment.ownerDocument.createElement('div')
  container.append(fragment)
  return container.innerHTML
}

/**
 * Puts each table into a frame, in which it scrolls if it is wider than its page: as a tab stop, by the keyboard too. A table
 * that scrolls by itself would be no table for assistive technology. `label` names the frames by their numbers, from 1.
 */
export function frameTables(root: DocumentFragment, label: (number: number) => string) {
  for (const [index, table] of root.querySelectorAll('table').entries()) {
    const frame = document.createElement('div')
    frame.dataset['table'] = ''
    frame.tabIndex = 0
    frame.setAttribute('role', 'region')
    frame.setAttribute('aria-label', label(index + 1))
    table.replaceWith(frame)
    frame.append(table)
  }
}

/**
 * Puts each number of a sanitized document that Dhivehi would reorder into a left-to-right `<bdi>`, which is not broken over
 * lines; the text stays the same.
 */
export function isolateNumbersIn(root: DocumentFragment) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const nodes: Node[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode)
  let paragraph: Element | null | undefined
  let find = numberFinder()
  for (const node of nodes) {
    const block = node.parentElement?.closest(notInline) ?? null
    if (block !== paragraph) find = numberFinder()
    paragraph = node.nodeName === 'BR' ? undefined : block
    if (node instanceof Text) isolateIn(node, find(node.data))
  }
}

/** A Latin phrase may continue in such elements; any other, such as a block or an isolate, ends it. */
const notInline = ':not(a, b, button, em, i, s, span, strong, sub, sup, u)'

/** From the last number to the first, so that the offsets stay valid. */
function isolateIn(text: Text, numbers: readonly FoundNumber[]) {
  for (const { found, index, isInLatin } of numbers.toReversed()) {
    const number = text.splitText(index)
    number.splitText(found.length)
    const isolated = document.createElement('bdi')
    isolated.dir = 'ltr'
    if (isInLatin) isolated.dataset['inLatin'] = 'true'
    number.replaceWith(isolated)
    isolated.append(number)
  }
}
