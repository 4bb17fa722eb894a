/** What Word says of a paragraph that it draws as an entry of a list. */
const entry = /mso-list:\s*l\d+\s+level(\d)/i

/** Alignments as other programs write them. */
const aligned: Record<string, string> = { center: 'ql-align-center', justify: 'ql-align-justify' }

/**
 * HTML from elsewhere, before the schema drops what it does not know: Word's lists become lists, and what is not meant
 * to be read goes away with its words. The parsed page is never shown, so nothing in it runs or loads.
 */
export function cleanPasted(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const unread of body.querySelectorAll('style, script, xml, title, meta, link, template, noscript'))
    unread.remove()
  for (const paragraph of body.querySelectorAll<HTMLElement>('p, h1, h2, h3')) keepAlignment(paragraph)
  for (const link of body.querySelectorAll('a')) link.removeAttribute('target')
  makeLists(body)
  for (const ignored of body.querySelectorAll('[style*="mso-list:Ignore" i]')) ignored.remove()
  return body.innerHTML
}

function keepAlignment(paragraph: HTMLElement) {
  const name = aligned[paragraph.style.textAlign || (paragraph.getAttribute('align') ?? '')]
  if (name) paragraph.classList.add(name)
}

function makeLists(body: HTMLElement) {
  for (const paragraph of body.querySelectorAll<HTMLElement>('p')) {
    if (!entry.test(paragraph.getAttribute('style') ?? '')) continue
    const sign = paragraph.querySelector('[style*="mso-list:Ignore" i]')
    const tag = /^\s*[\p{L}\d]+[.)]/u.test(sign?.textContent ?? '') ? 'ol' : 'ul'
    sign?.remove()
    const before = paragraph.previousElementSibling
    const list =
      before?.tagName.toLowerCase() === tag && before instanceof HTMLElement && before.dataset['made'] === ''
        ? before
        : beginList(paragraph, tag)
    const item = document.createElement('li')
    item.append(paragraph.cloneNode(true))
    list.append(item)
    paragraph.remove()
  }
}

function beginList(paragraph: HTMLElement, tag: 'ol' | 'ul') {
  const list = document.createElement(tag)
  list.dataset['made'] = ''
  paragraph.before(list)
  return list
}
