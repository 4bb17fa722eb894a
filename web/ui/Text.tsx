import { type ReactNode, Fragment } from 'react'
import type { Language } from '#shared/messages.ts'
import { formatDate } from '#shared/text/format/dateFormat.ts'
import { formatDay, formatMoment } from '#shared/text/format/dates.ts'
import { type IsolatedPart, isolatedParts, isolateNumbers } from '#shared/text/format/isolate.ts'
import { isDhivehi } from '#shared/text/language/script.ts'
import { classes } from './classes.ts'
import styles from './Text.module.css'

/** A case number, an amount, or a numeric date, isolated left-to-right. */
export function CaseNumber({ children, plain = false }: { children: string; plain?: boolean }) {
  return (
    <bdi dir="ltr" className={plain ? styles.number : styles.caseNumber}>
      {children}
    </bdi>
  )
}

/** A count inside text: tabular figures, left-to-right. `isInLatin`: drawn with the Latin phrase before it. */
export function Count({ children, isInLatin }: { children: ReactNode; isInLatin?: boolean }) {
  return (
    <bdi dir="ltr" data-in-latin={isInLatin === true || undefined} className={styles.number}>
      {children}
    </bdi>
  )
}

/** A date such as `2021-11-14`, written out. With a Dhivehi month it is isolated right-to-left, or it would be reordered. */
export function DateText({ day, language }: { day: string; language: Language }) {
  return (
    <time dateTime={day}>
      <DateParts language={language}>{formatDay(day, language)}</DateParts>
    </time>
  )
}

type MomentProps = { moment: string; format?: string; language: Language }

/** A date with a time: in the given format, or an instant in Maldives time. */
export function MomentText({ moment, format, language }: MomentProps) {
  const text = format === undefined ? formatMoment(moment, language) : formatDate(moment, format, language)
  return (
    <time dateTime={moment}>
      <DateParts language={language}>{text}</DateParts>
    </time>
  )
}

const DateParts = ({ language, children }: { language: Language; children: string }) => (
  <bdi dir={language === 'dv' ? 'rtl' : 'ltr'} className={styles.unbroken}>
    {children}
  </bdi>
)

/**
 * The direction of a block of text from the library: Dhivehi is a right-to-left block in a left-to-right page, too. The first
 * letter does not determine it: Dhivehi may start with a number or an Arabic word.
 */
export const blockDirection = (text: string) => (isDhivehi(text) ? 'rtl' : undefined)

/**
 * A sentence in which values are isolated (`isolate`): they are drawn in elements of their own, so that numbers are not
 * broken over lines and a copy contains no direction marks.
 */
export function Isolated({ children }: { children: ReactNode }) {
  return typeof children === 'string' ? drawParts(isolatedParts(children)) : children
}

/** Text that users wrote, such as a title: the numbers in it keep their order. */
export const FreeText = ({ children }: { children: string }) => <Isolated>{isolateNumbers(children)}</Isolated>

const drawParts = (parts: readonly IsolatedPart[]): ReactNode =>
  parts.map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      <bdi
        key={index}
        dir={part.direction}
        data-in-latin={part.isInLatin}
        className={isShortNumber(part) ? styles.unbroken : undefined}
      >
        {drawParts(part.parts)}
      </bdi>
    ),
  )

/** A number, an amount, a date, or a route such as `terms-of-use`; a long name may be broken. */
const isShortNumber = ({ parts: [text] }: Exclude<IsolatedPart, string>) =>
  typeof text === 'string' && /\d|^[a-z]+(-[a-z]+)+$/.test(text) && text.length <= 32

type HeadingProps = { children: ReactNode; className?: string; hidden?: boolean }

/**
 * The heading of a page. It takes the focus when the page opens, so that screen readers announce the page. `hidden`:
 * visually hidden, for pages that need no visible heading.
 */
export function PageHeading({ children, className, hidden = false }: HeadingProps) {
  return (
    <h1
      tabIndex={-1}
      data-page-heading=""
      className={classes(hidden ? styles.visuallyHidden : styles.heading, className)}
    >
      {children}
    </h1>
  )
}

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.visuallyHidden}>{children}</span>
}

/** A sentence with its placeholders replaced by elements, which may have another direction. */
export function Interpolate({ sentence, values }: { sentence: string; values: Record<string, ReactNode> }) {
  return splitSentence(sentence).map((part, index) => (
    <Fragment key={index}>{'text' in part ? part.text : values[part.placeholder]}</Fragment>
  ))
}

/** A part of a sentence with placeholders, split so that each value can have its own direction. */
type SentencePart = { text: string } | { placeholder: string }

/** `{count} found: {query}` → placeholder, text, placeholder. */
export function splitSentence(sentence: string): SentencePart[] {
  return sentence
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => (/^\{\w+\}$/.test(part) ? { placeholder: part.slice(1, -1) } : { text: part }))
}
