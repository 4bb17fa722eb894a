import purify, { type Config } from 'dompurify'
import { numbersIn } from '#shared/text/format/isolate.ts'

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

/** A table that is wider than its page scrolls by itself: as a tab stop, by the keyboard too. */
export function makeTablesFocusable(root: DocumentFragment) {
  for (const table of root.querySelectorAll('table')) table.tabIndex = 0
}

/**
 * Puts each number of a sanitized document that Dhivehi would reorder into a left-to-right `<bdi>`, which is not broken over
 * lines; the text stays the same. A cited case number is a button of its own.
 */
export function isolateNumbersIn(root: DocumentFragment) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) if (!text.parentElement?.closest('[data-case-number]')) isolateIn(text)
}

/** From the last number to the first, so that the offsets stay valid. */
function isolateIn(text: Text) {
  for (const { found, index } of numbersIn(text.data).toReversed()) {
    const number = text.splitText(index)
    number.splitText(found.length)
    const isolated = document.createElement('bdi')
    isolated.dir = 'ltr'
    number.replaceWith(isolated)
    isolated.append(number)
  }
}
