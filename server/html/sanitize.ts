import sanitizeHtml from 'sanitize-html'

const aligned = ['ql-align-center', 'ql-align-end', 'ql-align-justify']

/** What rich text may hold, everywhere: no styles, no scripts, no names, links that leave politely, pictures by number. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'h1', 'h2', 'h3', 'ol', 'ul', 'li', 'blockquote', 'a', 'span', 'sub', 'sup',
    'table', 'thead', 'tbody', 'tr', 'td', 'th', 'bdi', 'img',
  ], // prettier-ignore
  allowedAttributes: {
    '*': ['dir', 'lang'],
    a: ['href', 'title', 'rel'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    img: ['data-file', 'alt'],
  },
  allowedClasses: { p: aligned, h1: aligned, h2: aligned, h3: aligned },
  allowedSchemes: ['https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }),
    img: (tagName, { 'data-file': file = '', alt = '' }) => ({ tagName, attribs: { 'data-file': file, alt } }),
  },
  // A picture is one that was uploaded here: its number, and never an address of anybody's.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^[1-9]\d{0,14}$/.test(attribs['data-file'] ?? ''),
}

/** Rich text as it may be kept. Applied when it is saved and, with the addresses of its pictures, again when it is read. */
export const sanitize = (html: string) => sanitizeHtml(html, allowed)

/** Rich text as it may be shown: `signedFileUrl` returns the address of a picture for its reader. */
export function sanitizeToShow(html: string, signedFileUrl: (file_id: number) => string) {
  const clean = sanitize(html)
  // The address is the server's own, so it is written after the cleaning, into what the cleaning has made.
  return clean.replace(/<img data-file="(\d+)"/g, (tag, id: string) => `${tag} src="${signedFileUrl(Number(id))}"`)
}

/** The files of the pictures in a rich text, each once. */
export function picturesOf(html: string): number[] {
  return [...new Set([...sanitize(html).matchAll(/<img data-file="(\d+)"/g)].map(([, id]) => Number(id)))]
}
