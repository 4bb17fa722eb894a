import { isLinkAddress } from '#shared/delta/delta.ts'
import { nearestColor } from '#shared/delta/quill.ts'

/** What a paste can leave out. */
export type LeftOut = 'footnotes' | 'pictures' | 'comments' | 'links'

type Styles = CSSStyleDeclaration
type Wrapper = [tag: string, data?: Record<string, string>]

/** Converts styles to the elements and attributes of the schema. */
export function applyStyles(pasted: DocumentFragment, left: Set<LeftOut>) {
  const usual = usualSize(pasted)
  for (const link of pasted.querySelectorAll('a')) keepLink(link, left)
  for (const element of pasted.querySelectorAll<HTMLElement>('[data-style], font[color], [align]')) {
    const styles = stylesOf(element)
    if (element.matches(blocks)) keepBlock(element, styles)
    for (const [tag, data] of wrappersOf(element, styles, usual)) wrapContent(element, tag, data)
    // Google Docs puts the whole text into <b style="font-weight: normal">.
    if (element.matches('b') && /^(normal|400)$/.test(styles.fontWeight)) element.replaceWith(...element.childNodes)
  }
}

const blocks = 'p, h1, h2, h3, h4, h5, h6, li, div, td, th'

function stylesOf(element: HTMLElement): Styles {
  const { style } = element.ownerDocument.createElement('span')
  style.cssText = element.dataset['style'] ?? ''
  return style
}

/** A link to a place in the pasted document, or to an address that is not allowed, is only its text. */
function keepLink(link: HTMLAnchorElement, left: Set<LeftOut>) {
  const href = link.getAttribute('href')
  if (href !== null && isLinkAddress(href)) return
  if (href !== null && !href.startsWith('#')) left.add('links')
  link.replaceWith(...link.childNodes)
}

function wrappersOf(element: HTMLElement, styles: Styles, usual: number | undefined): Wrapper[] {
  const wrappers: Wrapper[] = []
  // Headings have the size, weight and color of ours.
  const isHeading = element.closest('h1, h2, h3, h4, h5, h6') !== null
  const size = sizeOf(styles)
  const color = paletteColor(styles.color || (element.getAttribute('color') ?? ''), element)
  if (size !== undefined && size !== usual && !isHeading) wrappers.push(['span', { size: String(size) }])
  if (color !== undefined && !isHeading) wrappers.push(['span', { color }])
  if (/^(bold|bolder|[6-9]00)$/.test(styles.fontWeight) && !isHeading) wrappers.push(['strong'])
  if (styles.fontStyle === 'italic') wrappers.push(['em'])
  const decoration = `${styles.textDecorationLine} ${styles.textDecoration}`
  if (decoration.includes('underline') && !element.closest('a')) wrappers.push(['u'])
  if (decoration.includes('line-through')) wrappers.push(['s'])
  if (styles.verticalAlign === 'super' && !element.closest('sup')) wrappers.push(['sup'])
  if (styles.verticalAlign === 'sub' && !element.closest('sub')) wrappers.push(['sub'])
  return wrappers
}

function wrapContent(element: HTMLElement, tag: string, data: Record<string, string> = {}) {
  if (element.childNodes.length === 0 || element.querySelector('p, li, td, div')) return
  const wrapper = element.ownerDocument.createElement(tag)
  Object.assign(wrapper.dataset, data)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}

const points = { min: 8, max: 24 }

function sizeOf({ fontSize }: Styles): number | undefined {
  const [, number, unit] = /^([\d.]+)(pt|px)$/.exec(fontSize) ?? []
  if (number === undefined) return undefined
  const size = Math.round(Number(number) * (unit === 'px' ? 0.75 : 1))
  return Math.min(points.max, Math.max(points.min, size))
}

/** The size of most letters is that of the text itself. */
function usualSize(pasted: DocumentFragment): number | undefined {
  const letters = new Map<number, number>()
  for (const element of pasted.querySelectorAll<HTMLElement>('[data-style*="font-size" i]')) {
    const size = sizeOf(stylesOf(element))
    if (size !== undefined) letters.set(size, (letters.get(size) ?? 0) + element.textContent.length)
  }
  return [...letters].sort(([, one], [, other]) => other - one)[0]?.[0]
}

/** Links have a color of their own. */
function paletteColor(css: string, element: HTMLElement): string | undefined {
  if (css === '' || element.closest('a')) return undefined
  const { style } = element.ownerDocument.createElement('span')
  style.color = css
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(style.color)
  const [red, green, blue] = hex
    ? hex.slice(1).map((digits) => Number.parseInt(digits, 16))
    : (/^rgba?\((\d+), (\d+), (\d+)/.exec(style.color)?.slice(1).map(Number) ?? [])
  if (red === undefined || green === undefined || blue === undefined) return nameOfColor[style.color]
  return nearestColor([red, green, blue])
}

const nameOfColor: Record<string, string> = {
  red: 'red',
  orange: 'orange',
  green: 'green',
  blue: 'blue',
  gray: 'gray',
  grey: 'gray',
}

function keepBlock(block: HTMLElement, styles: Styles) {
  const alignment = styles.textAlign || (block.getAttribute('align') ?? '')
  if (/^(center|justify)$/.test(alignment)) block.dataset['align'] = alignment
  const isLeftToRight = isLeftToRightText(block.textContent)
  const end = isLeftToRight ? 'right' : 'left'
  // Programs that write from left to right put every paragraph at the left: that is no choice of the writer.
  const isChosen = styles.direction === 'rtl' || block.dir === 'rtl' || isLeftToRight
  if ((alignment === end && isChosen) || alignment === 'end') block.dataset['align'] = 'end'
}

/** Text without a letter of a right-to-left script. */
export const isLeftToRightText = (text: string) => /[A-Za-z]/.test(text) && !/[\u0590-\u08ff\ufb50-\ufeff]/.test(text)
