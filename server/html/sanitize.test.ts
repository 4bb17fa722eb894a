import { describe, expect, test } from 'vitest'
import { imageFileIdsOf, sanitize, withPictureLinks } from './sanitize.ts'
import { hostile } from '#test/hostile.ts'

const harmful =
  /<(?!\/?(p|br|strong|b|em|i|u|s|h[123]|ol|ul|li|blockquote|a|span|sub|sup|table|thead|tbody|tr|td|th|bdi|img)[\s>/])|\son\w+\s*=\s*["']|\s(style|id|name|src|srcset|background|formaction|action)=|href="(?!https:|mailto:|\/[^/\\]|#)/i

/** The tags of a text, without the text between them. */
const tagsOf = (html: string) => (html.match(/<[^>]*>/g) ?? []).join('')

test.each(hostile)('nothing active is left of %j', (markup) => {
  const clean = sanitize(markup)
  expect(tagsOf(clean)).not.toMatch(harmful)
  expect(sanitize(clean), 'sanitizing is idempotent').toBe(clean)
})

test('there are at least sixty distinct hostile samples', () => {
  expect(new Set(hostile).size).toBeGreaterThanOrEqual(60)
})

test.each([
  '<p dir="ltr" lang="en">An English paragraph</p>',
  '<h1 class="ql-align-center">One</h1><h2 class="ql-align-end">Two</h2><p class="ql-align-justify">Three</p>',
  '<p><strong>a</strong><em>b</em><u>c</u><s>d</s>H<sub>2</sub>O<sup>2</sup><bdi lang="ar" dir="rtl">e</bdi></p>',
  '<ol><li><p>one</p></li></ol><ul><li><p>two</p></li></ul><blockquote><p>three</p></blockquote>',
  '<table><tbody><tr><th colspan="2" scope="col"><p>a</p></th></tr><tr><td><p>b</p></td><td><p>c</p></td></tr></tbody></table>',
  '<p><a href="https://example.mv/a?b=1" rel="noopener noreferrer">a</a><a href="mailto:a@example.mv" rel="noopener noreferrer">b</a></p>',
  '<p><img data-file="12" alt="A map" /></p>',
])('markup of the editor is unchanged: %s', (html) => {
  expect(sanitize(html)).toBe(html)
})

describe('an image', () => {
  const signedFileUrl = (id: number) => `/files/of-${id}`

  test('an image is stored by its file id and shown by a signed URL', () => {
    const html = '<p><img src="https://example.com/x.png" alt="A map" data-file="12" width="1"></p>'
    expect(sanitize(html)).toBe('<p><img data-file="12" alt="A map" /></p>')
    expect(withPictureLinks(sanitize(html), signedFileUrl)).toBe(
      '<p><img data-file="12" src="/files/of-12" alt="A map" /></p>',
    )
  })

  test('an image without a valid file id is removed', () => {
    for (const invalid of ['', '0', '-1', '1e3', '12x', '../1', '99999999999999999', '١٢'])
      expect(sanitize(`<img data-file="${invalid}" src="/files/x">`)).toBe('')
  })

  test('an image is found once, however often and in whatever form it appears', () => {
    const html = `<img data-file="5"><IMG alt='x>y' DATA-FILE='7'><p><img data-file=5></p>
      <img data-file="8" alt="&lt;img data-file=&quot;9&quot;"> &lt;img data-file="10"`
    expect(imageFileIdsOf(sanitize(html))).toEqual([5, 7, 8])
    expect(withPictureLinks(sanitize(html), signedFileUrl).match(/src="/g)).toHaveLength(4)
  })
})
