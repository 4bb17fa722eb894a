import sanitizeHtml from 'sanitize-html'

const alignmentClasses = ['ql-align-center', 'ql-align-end', 'ql-align-justify']

/** What rich text may contain: no styles, scripts, or names; links with rel=noopener; images by file id. */
const options: sanitizeHtml.IOptions = {
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
  allowedClasses: { p: alignmentClasses, h1: alignmentClasses, h2: alignmentClasses, h3: alignmentClasses },
  allowedSchemes: ['https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }),
    img: (tagName, { 'data-file': file = '', alt = '' }) => ({ tagName, attribs: { 'data-file': file, alt } }),
  },
  // Images are uploaded files, named by id, never by URL.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^[1-9]\d{0,14}$/.test(attribs['data-file'] ?? ''),
}

/**
 * Sanitizes rich text for storage. Applied when it is saved and again, with the URLs of its images, when it is read.
 */
export const sanitize = (html: string) => sanitizeHtml(html, options)

/** Sanitizes rich text for display: `signedFileUrl` returns the URL of an image for its reader. */
export function sanitizeToShow(html: string, signedFileUrl: (file_id: number) => string) {
  // The URL is added after sanitizing, into the sanitized markup.
  return withPictureLinks(sanitize(html), signedFileUrl)
}

/** Adds the URLs of the images to sanitized HTML. */
export const withPictureLinks = (clean: string, signedFileUrl: (file_id: number) => string) =>
  clean.replace(/<img data-file="(\d+)"/g, (tag, id: string) => `${tag} src="${signedFileUrl(Number(id))}"`)

/** The file ids of the images in a rich text, each once. */
export function imageFileIdsOf(html: string): number[] {
  return [...new Set([...sanitize(html).matchAll(/<img data-file="(\d+)"/g)].map(([, id]) => Number(id)))]
}
