import { lists as lineLists } from '#shared/delta/delta.ts'
import { changedLists, markerIn, paragraphIn, type PastedItem } from '#shared/delta/pastedLists.ts'
import { isThaana } from '#shared/text/language/spelling.ts'
import { limits } from '#shared/limits.ts'
import { paragraphsOf } from '#shared/text/format/wrappedLines.ts'
import { isLeftToRightText } from './pasteFormats.ts'

const wordListItem = /mso-list:\s*(l\d+)\s+level(\d)(?:\s+(lfo\d+))?/i
const wordListMarker = '[data-style*="mso-list:Ignore" i]'

/** Makes every block a line of the schema: its lists are attributes of lines, and a line contains no line break. */
export function flattenBlocks(pasted: DocumentFragment) {
  joinLinesOfPdf(pasted)
  for (const table of pasted.querySelectorAll('td table, th table')) unwrap(table, 'td, th')
  for (const paragraph of pasted.querySelectorAll<HTMLElement>('p')) readWordListItem(paragraph)
  for (const [index, list] of [...pasted.querySelectorAll('ul, ol')].reverse().entries())
    if (list.isConnected || list.parentNode) flattenList(list, index)
  for (const preformatted of pasted.querySelectorAll('pre')) splitAtNewlines(preformatted)
  for (const heading of pasted.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6'))
    rename(heading, heading.tagName === 'H1' ? 'h2' : 'h3')
  for (const quote of pasted.querySelectorAll('blockquote')) readQuotation(quote)
  for (const lineBreak of pasted.querySelectorAll('br')) splitAt(lineBreak)
  removeSpaceBetween(pasted)
  keepNumbers(pasted)
  for (const line of pasted.querySelectorAll<HTMLElement>(lines)) finishLine(line)
}

const lines = 'p, h2, h3'

/** Word for the web writes headings as paragraphs with a role. */
export function readHeadingRoles(pasted: DocumentFragment) {
  for (const paragraph of pasted.querySelectorAll<HTMLElement>('p[role="heading"]'))
    rename(paragraph, paragraph.getAttribute('aria-level') === '1' ? 'h1' : 'h2')
}

/** The viewers of PDFs in browsers copy a span for each line, and line breaks between them. */
function joinLinesOfPdf(pasted: DocumentFragment) {
  if (!pasted.querySelector('br[role="presentation"]') || pasted.querySelector('p, li, table')) return
  const document = pasted.ownerDocument
  for (const lineBreak of pasted.querySelectorAll('br')) lineBreak.replaceWith(document.createTextNode('\n'))
  const paragraphs = paragraphsOf(pasted.textContent).map((text) => {
    const paragraph = document.createElement('p')
    paragraph.textContent = text
    return paragraph
  })
  pasted.replaceChildren(...paragraphs)
}

function unwrap(table: Element, cells: string) {
  const document = table.ownerDocument
  const paragraphs = [...table.querySelectorAll(cells)].map((cell) => {
    const paragraph = document.createElement('p')
    paragraph.append(...cell.childNodes)
    return paragraph
  })
  table.replaceWith(...paragraphs)
}

/** Word writes a list item as a paragraph that starts with its marker. */
function readWordListItem(paragraph: HTMLElement) {
  const [, list = '', level, format = ''] = wordListItem.exec(paragraph.dataset['style'] ?? '') ?? []
  const marker = paragraph.querySelector(wordListMarker)
  if (level !== undefined) {
    const text = marker?.textContent.trim() ?? ''
    const kind = isThaana(text.replace('(', '').charAt(0))
      ? 'letters'
      : /^\(?[\p{L}\d]+[.)]/u.test(text)
        ? 'ordered'
        : 'bullet'
    paragraph.dataset['list'] = kind
    if (kind !== 'bullet') markAs(paragraph, text, `${list} ${format}`)
    setIndent(paragraph, Number(level) - 1)
  }
  marker?.remove()
}

/** Remembers how an item is numbered where it is copied, and in which list. */
function markAs(item: HTMLElement, marker: string, list: string) {
  item.dataset['marker'] = marker
  item.dataset['markedList'] = list
}

/** The items of a list, and of the lists in it, follow each other as lines. */
function flattenList(list: Element, index: number) {
  const depth = depthOf(list)
  const kind = list.tagName === 'OL' ? 'ordered' : 'bullet'
  const items: Node[] = []
  let count = Number(list.getAttribute('start') ?? 1) - 1
  for (const item of [...list.children]) {
    if (!(item instanceof HTMLElement) || item.tagName !== 'LI') {
      items.push(item)
      continue
    }
    count = Number(item.getAttribute('value')) || count + 1
    // Google Docs and Word for the web name the level of an item.
    const level = Number(item.getAttribute('aria-level') ?? item.getAttribute('data-aria-level')) || depth
    const marker = kind === 'ordered' ? markerOf(list, item, count) : undefined
    if (marker !== undefined) markAs(item, marker, item.dataset['listid'] ?? String(index))
    items.push(...linesOfItem(item, kind, level))
  }
  list.replaceWith(...items)
}

const listStyle = /list-style-type:\s*([\w-]+)/i
const styleOfType: Record<string, string> = {
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
}

/** The marker of an item as a browser draws it; undefined for a style that does not count. */
function markerOf(list: Element, item: HTMLElement, count: number): string | undefined {
  const [own, around] = [item, list].map((one) => listStyle.exec(one.getAttribute('data-style') ?? '')?.[1])
  return markerIn(own ?? around ?? styleOfType[list.getAttribute('type') ?? ''] ?? 'decimal', count)
}

/** A list of which a number would change becomes lines with their printed numbers: of paragraphs, else as text. */
function keepNumbers(pasted: DocumentFragment) {
  const runs: HTMLElement[][] = []
  let previous: Element | undefined
  for (const line of pasted.querySelectorAll<HTMLElement>(`${lines}, table`)) {
    const isItem = line.dataset['list'] !== undefined
    if (isItem && previous?.closest('td, th') === line.closest('td, th')) runs.at(-1)?.push(line)
    else if (isItem) runs.push([line])
    previous = isItem ? line : undefined
  }
  const changed = changedLists(runs.map((run) => run.map(itemOf)))
  for (const line of runs.flat()) if (changed.has(line.dataset['markedList'] ?? '')) writeNumber(line)
}

const itemOf = ({ dataset: { list, indent, marker, markedList } }: HTMLElement): PastedItem => ({
  kind: lineLists.find((kind) => kind === list) ?? 'bullet',
  indent: Number(indent ?? 0),
  ...(marker !== undefined && { marker }),
  ...(markedList !== undefined && { list: markedList }),
})

const itemAttributes = ['data-list', 'data-indent', 'data-marker', 'data-marked-list']

function writeNumber(line: HTMLElement) {
  const { marker = '', indent } = line.dataset
  const number = indent === undefined && line.tagName === 'P' ? paragraphIn(marker) : undefined
  for (const name of itemAttributes) line.removeAttribute(name)
  if (number !== undefined && Number(number) <= limits.document.paragraph) line.dataset['paragraph'] = number
  else line.prepend(`${marker} `)
}

const depthOf = (list: Element) => {
  let depth = 1
  for (let around = list.parentElement; around; around = around.parentElement)
    if (/^[UO]L$/.test(around.tagName)) depth += 1
  return depth
}

/** The first line of an item has its marker; what follows in it are lines of their own. */
function linesOfItem(item: HTMLElement, kind: string, level: number): HTMLElement[] {
  const document = item.ownerDocument
  const first = document.createElement('p')
  const following: HTMLElement[] = []
  for (const child of [...item.childNodes]) {
    const isBlock = child instanceof HTMLElement && child.matches('p, div, h1, h2, h3, h4, table, blockquote')
    if (isBlock && following.length === 0 && first.textContent.trim() === '' && !child.matches('table, [data-list]')) {
      first.append(...child.childNodes)
      Object.assign(first.dataset, child.dataset)
    } else if (isBlock) following.push(child)
    else if (following.length === 0) first.append(child)
    else following.at(-1)?.append(child)
  }
  const { align, marker, markedList = '' } = item.dataset
  if (align !== undefined) first.dataset['align'] = align
  if (first.dataset['list'] === undefined) {
    first.dataset['list'] = kind
    if (marker !== undefined) markAs(first, marker, markedList)
    setIndent(first, level - 1)
  }
  return first.textContent.trim() === '' && following.length > 0 ? following : [first, ...following]
}

function setIndent(line: HTMLElement, indent: number) {
  if (indent > 0) line.dataset['indent'] = String(Math.min(indent, limits.document.indent))
}

function splitAtNewlines(preformatted: Element) {
  const document = preformatted.ownerDocument
  const paragraphs = preformatted.textContent.split('\n').map((text) => {
    const paragraph = document.createElement('p')
    paragraph.textContent = text
    return paragraph
  })
  preformatted.replaceWith(...paragraphs)
}

function rename(element: HTMLElement, tag: string) {
  const renamed = element.ownerDocument.createElement(tag)
  Object.assign(renamed.dataset, element.dataset)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

function readQuotation(quote: Element) {
  if (!quote.querySelector(lines)) {
    const paragraph = quote.ownerDocument.createElement('p')
    paragraph.append(...quote.childNodes)
    quote.append(paragraph)
  }
  for (const line of quote.querySelectorAll<HTMLElement>(lines)) line.dataset['quote'] = ''
  quote.replaceWith(...quote.childNodes)
}

/** Splits the line around a line break; between lines it stands for nothing. */
function splitAt(lineBreak: Element) {
  const line = lineBreak.closest<HTMLElement>(lines)
  const inCell = lineBreak.closest('td, th')
  if (!line && !inCell && !lineBreak.parentElement?.closest('div, span, b, strong, i, em, u, a')) {
    splitLoose(lineBreak)
    return
  }
  const block = line ?? lineBreak.closest('div, td, th')
  if (!block) {
    lineBreak.replaceWith(' ')
    return
  }
  const range = block.ownerDocument.createRange()
  range.setStartAfter(lineBreak)
  range.setEndAfter(block.lastChild ?? lineBreak)
  const rest = range.extractContents()
  lineBreak.remove()
  if (rest.textContent === '' && !rest.querySelector('[data-footnote]')) return
  if (line) {
    const next = line.cloneNode(false) as HTMLElement
    // What follows in an item has no number of its own.
    if (next.dataset['marker'] !== undefined) for (const name of itemAttributes) next.removeAttribute(name)
    next.appendChild(rest)
    line.after(next)
    return
  }
  wrapInParagraph(block, [...block.childNodes])
  wrapInParagraph(block, [...rest.childNodes])
}

/** A line break between texts that are in no block. */
function splitLoose(lineBreak: Element) {
  const before: Node[] = []
  for (let node = lineBreak.previousSibling; node && !isBlockElement(node); node = node.previousSibling)
    before.unshift(node)
  const paragraph = lineBreak.ownerDocument.createElement('p')
  lineBreak.before(paragraph)
  paragraph.append(...before)
  lineBreak.remove()
  if (paragraph.textContent === '') paragraph.remove()
}

const isBlockElement = (node: Node) => node instanceof Element && node.matches('p, div, h2, h3, table, ul, ol')

function wrapInParagraph(block: Element, nodes: Node[]) {
  if (nodes.length === 1 && nodes[0] && isBlockElement(nodes[0])) {
    block.append(...nodes)
    return
  }
  const paragraph = block.ownerDocument.createElement('p')
  paragraph.append(...nodes)
  block.append(paragraph)
}

function finishLine(line: HTMLElement) {
  if (isLeftToRightText(line.textContent)) line.dir = 'ltr'
  else line.removeAttribute('dir')
}

/** Line breaks of the source between blocks are no text. */
function removeSpaceBetween(pasted: DocumentFragment) {
  const block = pasted.querySelector(`${lines}, table`)
  if (!block) return
  for (const node of [...pasted.childNodes]) if (node instanceof Text && node.data.trim() === '') node.remove()
}
