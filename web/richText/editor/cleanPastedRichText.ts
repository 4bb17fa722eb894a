import { htmlOf, sanitize } from '#web/richText/sanitizer.ts'

/** The style by which Word marks a paragraph as a list item. */
const wordListItem = /mso-list:\s*l\d+\s+level(\d)/i
const wordListMarker = '[data-style*="mso-list:Ignore" i]'

/** Alignments of other programs, and our classes. */
const alignmentClasses: Record<string, string> = { center: 'ql-align-center', justify: 'ql-align-justify' }

type Styles = CSSStyleDeclaration

/** The elements of the formatting that other programs write as styles. */
const elementsOfStyles: readonly (readonly [string, (style: Styles) => boolean])[] = [
  ['strong', ({ fontWeight }) => /^(bold|bolder|[5-9]00)$/.test(fontWeight)],
  ['em', ({ fontStyle }) => fontStyle === 'italic'],
  ['u', ({ textDecorationLine }) => textDecorationLine.includes('underline')],
  ['s', ({ textDecorationLine }) => textDecorationLine.includes('line-through')],
]

/**
 * Sanitizes and cleans HTML that is pasted into a rich text, before the schema drops unknown elements: Word's list paragraphs become lists, and styles become
 * classes and elements.
 */
export function cleanPastedRichText(html: string): string {
  const pasted = sanitize(withoutStyles(html), { USE_PROFILES: { html: true }, ADD_FORBID_CONTENTS: ['xml'] })
  for (const element of pasted.querySelectorAll<HTMLElement>('[data-style]')) applyFormatting(element)
  for (const paragraph of pasted.querySelectorAll<HTMLElement>('p[align], h1[align], h2[align], h3[align]'))
    keepAlignment(paragraph, paragraph.getAttribute('align'))
  makeLists(pasted)
  for (const ignored of pasted.querySelectorAll(wordListMarker)) ignored.remove()
  return htmlOf(pasted)
}

const styleSheet = /<style[\s/>][\s\S]*?(?:<\/style[^>]*>|$)/gi
const tag = /<[a-z](?:"[^"]*"|'[^']*'|[^"'<>])*(?:>|$)/gi
const quotedOrActive = /"[^"]*"|'[^']*'|(?<=[\s"'/])(?:style|on[a-z]+)(?=\s*=)/gi

/**
 * Removes style sheets, and renames the attributes of styles and of event handlers (`data-style`): the Content Security
 * Policy blocks and reports them in any document.
 */
export const withoutStyles = (html: string) =>
  html
    .replace(styleSheet, '')
    .replace(tag, (text) =>
      text.replace(quotedOrActive, (part) => (/^[so]/i.test(part) ? `data-${part.toLowerCase()}` : part)),
    )

function applyFormatting(element: HTMLElement) {
  const { style } = document.createElement('span')
  style.cssText = element.dataset['style'] ?? ''
  if (element.matches('p, h1, h2, h3')) keepAlignment(element, style.textAlign)
  for (const [name, applies] of elementsOfStyles) if (applies(style)) wrapContent(element, name)
  // Google Docs puts the whole text into <b style="font-weight: normal">.
  if (element.matches('b') && /^(normal|400)$/.test(style.fontWeight)) element.replaceWith(...element.childNodes)
}

function wrapContent(element: HTMLElement, name: string) {
  const wrapper = document.createElement(name)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}

function keepAlignment(paragraph: HTMLElement, alignment: string | null) {
  const name = alignmentClasses[alignment ?? '']
  if (name) paragraph.classList.add(name)
}

function makeLists(pasted: DocumentFragment) {
  for (const paragraph of pasted.querySelectorAll<HTMLElement>('p')) {
    if (!wordListItem.test(paragraph.dataset['style'] ?? '')) continue
    const marker = paragraph.querySelector(wordListMarker)
    const tagName = /^\s*[\p{L}\d]+[.)]/u.test(marker?.textContent ?? '') ? 'ol' : 'ul'
    marker?.remove()
    const before = paragraph.previousElementSibling
    const list =
      before?.tagName.toLowerCase() === tagName && before instanceof HTMLElement && before.dataset['made'] === ''
        ? before
        : insertList(paragraph, tagName)
    const item = document.createElement('li')
    item.append(paragraph.cloneNode(true))
    list.append(item)
    paragraph.remove()
  }
}

function insertList(paragraph: HTMLElement, tagName: 'ol' | 'ul') {
  const list = document.createElement(tagName)
  list.dataset['made'] = ''
  paragraph.before(list)
  return list
}
