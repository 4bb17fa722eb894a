import { groupBy } from '#shared/groupBy.ts'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { CaseDetails, CaseText, Annotation } from '#shared/calls/search.ts'
import { blockSelector } from '#shared/delta/blocks.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { CaseNumber, DateText, FreeText } from '#web/ui/Text.tsx'
import { annotationIconClass } from '#web/richText/AnnotationIcon.tsx'
import { isolateNumbersIn } from '#web/richText/sanitizer.ts'
import prose from '#web/richText/Prose.module.css'
import styles from './PrintedCase.module.css'

/** What the head shows of a case. A text that is not in the library has no reference, and fewer details. */
export type PrintedDetails = Pick<CaseDetails, 'title' | 'case_numbers' | 'closed_date'> & {
  reference?: string
  court: { name: string }
} & Partial<Pick<CaseDetails, 'claimant' | 'respondant' | 'interpleader' | 'judges' | 'statuses'>>

type Props = {
  details: PrintedDetails
  text: CaseText
  /** The text as the reader shows it. */
  judgment: Element
  withAnnotations: boolean
}

/** A judgment as it is printed, in place of the page: its head, then its text. It is Dhivehi, whatever the language. */
export function PrintedCase({ details, ...textProps }: Props) {
  return createPortal(
    <div className={styles.printed} dir="rtl" lang="dv" data-printed-page="">
      <Head details={details} />
      <Text {...textProps} />
    </div>,
    document.body,
  )
}

function Head({ details }: { details: PrintedDetails }) {
  const { viewer: strings } = useStrings()
  const language = useLanguage()
  const { court, title, case_numbers, closed_date, claimant, respondant, interpleader } = details
  const namesOf = (rows: { name: string }[] = []) => rows.map(({ name }) => name)
  return (
    <header className={styles.head}>
      {court.name !== '' && <p className={styles.court}>{court.name}</p>}
      <h1 className={styles.title}>
        <FreeText>{title}</FreeText>
      </h1>
      <dl className={styles.facts}>
        {case_numbers.length > 0 && (
          <Fact name={strings.numbers}>
            {case_numbers.map(({ number }) => (
              <div key={number}>
                <CaseNumber>{number}</CaseNumber>
              </div>
            ))}
          </Fact>
        )}
        {closed_date !== null && (
          <Fact name={strings.closed}>
            <DateText day={closed_date} language={language} />
          </Fact>
        )}
        <Names name={strings.claimant} names={claimant} />
        <Names name={strings.judges} names={namesOf(details.judges)} />
        <Names name={strings.respondent} names={respondant} />
        <Names name={strings.statuses} names={namesOf(details.statuses)} />
        <Names name={strings.interpleader} names={interpleader} />
      </dl>
    </header>
  )
}

function Names({ name, names = [] }: { name: string; names: string[] | undefined }) {
  if (names.length === 0) return null
  return (
    <Fact name={name}>
      {/* Two people can have one name. */}
      {names.map((one, index) => (
        <div key={index}>
          <bdi>
            <FreeText>{one}</FreeText>
          </bdi>
        </div>
      ))}
    </Fact>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** The copy is made of sanitized nodes, before the browser lays out the pages. */
function Text({ text, judgment, withAnnotations }: Omit<Props, 'details'>) {
  const { types, categories } = useStrings().reader
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const copy = printedText(judgment, {
      text,
      withAnnotations,
      kindOf: ({ type, category }) => `${types[type]} · ${categories[category]}`,
    })
    host.current?.replaceChildren(...copy.childNodes)
  }, [judgment, text, withAnnotations, types, categories])
  return <div ref={host} className={classes(styles.text, prose.prose)} />
}

type Options = {
  text: Pick<CaseText, 'footnotes' | 'annotations'>
  withAnnotations: boolean
  /** The type and the category of an annotation in words. */
  kindOf: (annotation: Annotation) => string
}

/** A footnote or an annotation: where its number is in the text, and what is under the paragraph. */
type Note = { reference: Element; body: HTMLElement }

/**
 * The text of a judgment for paper: a copy of what the reader shows, without its controls. Footnotes are under their
 * paragraphs, and so do annotations, if they were asked for.
 */
function printedText(judgment: Element, { text, withAnnotations, kindOf }: Options): Element {
  const copy = judgment.cloneNode(true) as Element
  removeControls(copy)
  const { placed, unreferenced } = placeFootnotes(copy, text.footnotes)
  const annotations = placeAnnotations(copy, withAnnotations ? text.annotations : [], kindOf)
  const byBlock = groupBy([...placed, ...annotations], ({ reference }) => blockOf(reference) ?? copy)
  for (const [block, notes] of byBlock) addNotes(block, notes)
  if (unreferenced.length > 0) copy.append(listOf(unreferenced))
  repeatTableHeads(copy)
  return copy
}

const all = (within: ParentNode, selector: string) => [...within.querySelectorAll<HTMLElement>(selector)]

function create(tag: string, data: Record<string, string>, ...children: (Node | string)[]) {
  const element = document.createElement(tag)
  Object.assign(element.dataset, data)
  element.append(...children)
  return element
}

/**
 * The text of a button or of a link into the library stays; an icon alone disappears, and so does what shows that the reader
 * has a private note. Ids stay unique in the page.
 */
function removeControls(copy: Element) {
  for (const chunk of all(copy, '[data-chunk]')) chunk.replaceWith(...chunk.childNodes)
  for (const symbol of all(copy, '[data-annotation-icon], [data-own-note]')) symbol.remove()
  for (const marker of all(copy, '[data-case-number]')) {
    const number = create('bdi', { citedNumber: '' }, ...marker.childNodes)
    number.dir = 'ltr'
    marker.replaceWith(number)
  }
  const controls = 'button:not([data-footnote]), a:not([href^="https:"], [href^="mailto:"])'
  for (const control of all(copy, controls)) control.replaceWith(...control.childNodes)
  for (const element of all(copy, '[id]')) element.removeAttribute('id')
}

/** A footnote that is referred to twice is under the first paragraph. One that the text does not refer to has no place. */
function placeFootnotes(copy: Element, footnotes: CaseText['footnotes']) {
  const waiting = new Map(footnotes.map(({ key, content }, index) => [key, footnoteBody(String(index + 1), content)]))
  const placed = all(copy, 'button[data-footnote]').flatMap((button): Note[] => {
    const key = button.dataset['footnote'] ?? ''
    const reference = create('span', { reference: '' }, ...button.childNodes)
    button.replaceWith(reference)
    const body = waiting.get(key)
    waiting.delete(key)
    return body ? [{ reference, body }] : []
  })
  return { placed, unreferenced: [...waiting.values()] }
}

const footnoteBody = (number: string, content: string) =>
  create('li', { printedNote: 'footnote' }, create('sup', {}, number), ' ', isolated(content))

function placeAnnotations(copy: Element, annotations: Annotation[], kindOf: Options['kindOf']): Note[] {
  const byKey = new Map(annotations.map((annotation) => [annotation.key, annotation]))
  const spans = groupBy(all(copy, '[data-annotation]'), (span) => span.dataset['annotation'] ?? '')
  let last = 0
  return [...spans].flatMap(([key, ofKey]) => {
    const annotation = byKey.get(key)
    if (!annotation) {
      for (const span of ofKey) span.replaceWith(...span.childNodes)
      return []
    }
    last += 1
    const reference = create('sup', { reference: 'annotation' }, `[${last}]`)
    ofKey.at(-1)?.after(reference)
    return { reference, body: annotationBody(annotation, `[${last}]`, kindOf(annotation)) }
  })
}

function annotationBody({ type, title, content }: Annotation, number: string, kind: string) {
  const icon = create('i', { type })
  icon.className = annotationIconClass(type)
  return create(
    'li',
    { printedNote: 'annotation' },
    create('sup', {}, number),
    ' ',
    create('strong', {}, isolated(title)),
    create('div', {}, isolated(content)),
    create('small', {}, icon, ` ${kind}`),
  )
}

/** Text that a user wrote, with its numbers isolated. */
function isolated(text: string) {
  const fragment = document.createDocumentFragment()
  fragment.append(text)
  isolateNumbersIn(fragment)
  return fragment
}

/** The block that the notes of a reference follow: a table as a whole, else the paragraph. */
const blockOf = (reference: Element) => reference.closest('[data-table], table') ?? reference.closest(blockSelector)

const listOf = (bodies: readonly HTMLElement[]) => create('ul', { printedNotes: '' }, ...bodies)

function addNotes(block: Element, notes: readonly Note[]) {
  const list = listOf(notes.map(({ body }) => body))
  if (block.tagName === 'LI') block.append(list)
  else block.after(list)
}

/** A head is repeated on every page of its table: a row of header cells, or as in the reader the first of three columns. */
function repeatTableHeads(copy: Element) {
  for (const table of all(copy, 'table')) {
    const row = table.querySelector('tr')
    if (row && isHead(row, table)) table.prepend(create('thead', {}, row))
  }
}

function isHead(row: HTMLTableRowElement, table: Element) {
  const cells = [...row.cells]
  if (cells.some((cell) => cell.rowSpan > 1) || table.querySelectorAll('tr').length < 2) return false
  return cells.every((cell) => cell.tagName === 'TH') || (cells.length > 2 && !table.querySelector('th'))
}
