import sanitizeHtml from 'sanitize-html'
import { expect, test } from 'vitest'
import { toHtml } from '#shared/delta/html.ts'
import { hostile } from '#test/hostile.ts'

/** All that the renderer may write; the browser sanitizes by the same list once more. */
const options: sanitizeHtml.IOptions = {
  allowedTags: [
    'h2', 'h3', 'p', 'ul', 'ol', 'li', 'blockquote', 'table', 'tbody', 'tr', 'td', 'th', 'strong', 'em', 'u', 's', 'sub', 'sup',
    'bdi', 'a', 'span', 'button', 'img',
  ], // prettier-ignore
  allowedAttributes: { '*': ['data-*', 'dir', 'lang', 'type', 'alt', 'colspan', 'rowspan'], a: ['href', 'rel'] },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
}

/** A text with the same hostile markup in every place where a user can write. */
const textWith = (markup: string) => ({
  content: [
    { insert: markup, attributes: { bold: true, link: markup, case_number: markup, annotation: markup } as const },
    { insert: 'a', attributes: { link: `https://hukum.test/${markup}`, lang: 'ar', color: 'red' } as const },
    { insert: { footnote: markup } },
    { insert: { picture: { file: 7, alt: markup } } },
    { insert: '\n', attributes: { table: markup, cell: markup } },
  ],
  footnotes: [{ key: markup, content: markup }],
  annotations: [{ key: markup, content: markup, type: 'general', title: markup, category: 'usul' } as const],
})

const tagsOf = (html: string) => html.match(/<[^>]*>/g)?.map((tag) => tag.replace(/ \/>$/, '>'))

test.each(hostile)('the HTML of a judgment with %j everywhere is what a sanitizer leaves of it', (markup) => {
  const html = toHtml(textWith(markup))
  const clean = sanitizeHtml(html, options)
  expect(tagsOf(clean)?.length).toBe(tagsOf(html)?.length)
  expect(sanitizeHtml(clean, { ...options, disallowedTagsMode: 'recursiveEscape' })).toBe(clean)
  // Only text and attributes of our own: parsed again, nothing was dropped.
  expect(sanitizeHtml(html, { ...options, disallowedTagsMode: 'recursiveEscape' })).toBe(clean)
})
