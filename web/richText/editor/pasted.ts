/** The style by which Word marks a paragraph as a list item. */
const wordListItem = /mso-list:\s*l\d+\s+level(\d)/i

/** Alignments of other programs, and our classes. */
const alignmentClasses: Record<string, string> = { center: 'ql-align-center', justify: 'ql-align-justify' }

/**
 * Cleans pasted HTML before the schema drops unknown elements: Word's list paragraphs become lists, and invisible
 * elements are removed. The parsed document is never shown, so nothing in it runs or loads.
 */
export function cleanPasted(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const invisible of body.querySelectorAll('style, script, xml, title, meta, link, template, noscript'))
    invisible.remove()
  for (const paragraph of body.querySelectorAll<HTMLElement>('p, h1, h2, h3')) keepAlignment(paragraph)
  for (const link of body.querySelectorAll('a')) link.removeAttribute('target')
  makeLists(body)
  for (const ignored of body.querySelectorAll('[style*="mso-list:Ignore" i]')) ignored.remove()
  return body.innerHTML
}

function keepAlignment(paragraph: HTMLElement) {
  const name = alignmentClasses[paragraph.style.textAlign || (paragraph.getAttribute('align') ?? '')]
  if (name) paragraph.classList.add(name)
}

function makeLists(body: HTMLElement) {
  for (const paragraph of body.querySelectorAll<HTMLElement>('p')) {
    if (!wordListItem.test(paragraph.getAttribute('style') ?? '')) continue
    const marker = paragraph.querySelector('[style*="mso-list:Ignore" i]')
    const tag = /^\s*[\p{L}\d]+[.)]/u.test(marker?.textContent ?? '') ? 'ol' : 'ul'
    marker?.remove()
    const before = paragraph.previousElementSibling
    const list =
      before?.tagName.toLowerCase() === tag && before instanceof HTMLElement && before.dataset['made'] === ''
        ? before
        : insertList(paragraph, tag)
    const item = document.createElement('li')
    item.append(paragraph.cloneNode(true))
    list.append(item)
    paragraph.remove()
  }
}

function insertList(paragraph: HTMLElement, tag: 'ol' | 'ul') {
  const list = document.createElement(tag)
  list.dataset['made'] = ''
  paragraph.before(list)
  return list
}
