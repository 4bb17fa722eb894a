import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { CaseDetails, CaseText } from '#shared/calls/search.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import prose from '#web/richText/Prose.module.css'
import { classes } from '#web/ui/classes.ts'
import { CaseNumber, DateText, FreeText } from '#web/ui/Text.tsx'
import { printedText } from './printedText.ts'
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
  const { viewer: t } = useStrings()
  const language = useLanguage()
  const { court, title, case_numbers, closed_date, claimant, respondant, interpleader } = details
  const namesOf = (rows: { name: string }[] = []) => rows.map(({ name }) => name)
  return (
    <header className={styles.head}>
      <p className={styles.court}>{court.name}</p>
      <h1 className={styles.title}>
        <FreeText>{title}</FreeText>
      </h1>
      <dl className={styles.facts}>
        <Fact name={t.numbers}>
          {case_numbers.map(({ number }) => (
            <div key={number}>
              <CaseNumber>{number}</CaseNumber>
            </div>
          ))}
        </Fact>
        {closed_date !== null && (
          <Fact name={t.closed}>
            <DateText day={closed_date} language={language} />
          </Fact>
        )}
        <Names name={t.claimant} names={claimant} />
        <Names name={t.judges} names={namesOf(details.judges)} />
        <Names name={t.respondent} names={respondant} />
        <Names name={t.statuses} names={namesOf(details.statuses)} />
        <Names name={t.interpleader} names={interpleader} />
      </dl>
    </header>
  )
}

function Names({ name, names = [] }: { name: string; names: string[] | undefined }) {
  if (names.length === 0) return null
  return (
    <Fact name={name}>
      {names.map((one) => (
        <div key={one}>
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
