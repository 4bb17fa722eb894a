import sanitizeHtml from 'sanitize-html'

/** What rich text may hold, everywhere: no styles, no scripts, no names, links that leave politely. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'h1', 'h2', 'h3', 'ol', 'ul', 'li', 'blockquote', 'a', 'span', 'sub', 'sup',
    'table', 'thead', 'tbody', 'tr', 'td', 'th', 'bdi',
  ], // prettier-ignore
  allowedAttributes: {
    '*': ['dir', 'lang'],
    a: ['href', 'title'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
}

/** Rich text as it may be kept and shown. Applied when it is saved and again when it is read. */
export const sanitize = (html: string) => sanitizeHtml(html, allowed)
