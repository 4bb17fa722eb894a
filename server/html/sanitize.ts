import sanitizeHtml from 'sanitize-html'
import type { PoolTask } from '#server/workerPool/workerPool.ts'

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

/** Sanitizes rich text. Applied when it is saved and again, before the URLs of its images are added, when it is read. */
export const sanitize = (html: string) => sanitizeHtml(html, options)

/** Sanitizes all rich texts of a record or an answer together. */
export const sanitizeAll = (texts: readonly string[]): string[] => texts.map(sanitize)

/** 4,000 letters of nested elements, the slowest, take two milliseconds; 200,000 take three seconds. */
export const sanitizeTask = {
  file: import.meta.url,
  work: sanitizeAll,
  lettersOf: (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0),
  inline_letters: 4000,
} satisfies PoolTask<readonly string[], string[]>

/** Adds the URLs of the images to sanitized HTML: `signedFileUrl` returns that of an image for its reader. */
export const withPictureLinks = (clean: string, signedFileUrl: (file_id: number) => string) =>
  clean.replace(/<img data-file="(\d+)"/g, (tag, id: string) => `${tag} src="${signedFileUrl(Number(id))}"`)

/** The file ids of the images in sanitized HTML, each once. */
export const imageFileIdsOf = (clean: string): number[] => [
  ...new Set([...clean.matchAll(/<img data-file="(\d+)"/g)].map(([, id]) => Number(id))),
]
