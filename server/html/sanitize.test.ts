import { describe, expect, test } from 'vitest'
import { imageFileIdsOf, sanitize, sanitizeAll, sanitizeTask, withPictureLinks } from './sanitize.ts'
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
  '<p>one<br />two <b>b</b> <i>i</i> <span>plain</span></p>',
  '<h3 class="ql-align-end">Three</h3><h2 class="ql-align-justify">Two</h2><p class="ql-align-center">p</p>',
  '<table><thead><tr><th rowspan="2">a</th></tr></thead><tbody><tr><td colspan="2" rowspan="3">b</td></tr></tbody></table>',
  '<p><a href="https://example.mv/" title="The site" rel="noopener noreferrer">a</a></p>',
])('markup of the editor is unchanged: %s', (html) => {
  expect(sanitize(html)).toBe(html)
})

test.each([
  ['a class that only the editor of another product has', '<p class="fixed inset-0">a</p>', '<p>a</p>'],
  ['a heading of another level', '<h4>a</h4>', 'a'],
  ['a link of another scheme', '<a href="http://example.mv/">a</a>', '<a rel="noopener noreferrer">a</a>'],
  ['an image without a file', '<p><img alt="a"></p>', '<p></p>'],
  ['an image whose file is no id', '<p><img data-file="1 2"><img data-file="x1"><img data-file="01"></p>', '<p></p>'],
  ['an image without a text', '<p><img data-file="7"></p>', '<p><img data-file="7" alt="" /></p>'],
])('of %s only the text and what is allowed stay', (_what, html, clean) => {
  expect(sanitize(html)).toBe(clean)
})

test('a link cannot reach the page that opened it, whatever it asks for', () => {
  for (const rel of ['', ' rel="opener"', ' target="_blank" rel="opener"'])
    expect(sanitize(`<a href="https://example.mv/"${rel}>a</a>`)).toBe(
      '<a href="https://example.mv/" rel="noopener noreferrer">a</a>',
    )
})

test('all texts of an answer are sanitized, and together they decide whether a thread does it', () => {
  expect(sanitizeAll(['<p onclick="x()">a</p>', '<script>b</script>c'])).toEqual(['<p>a</p>', 'c'])
  expect(sanitizeTask.lettersOf(['a'.repeat(3000), 'b'.repeat(3000)])).toBeGreaterThan(sanitizeTask.inline_letters)
  expect(sanitizeTask.lettersOf(['a', 'b'])).toBeLessThan(sanitizeTask.inline_letters)
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
