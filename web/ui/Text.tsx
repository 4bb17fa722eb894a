import type { ReactNode } from 'react'
import type { Language } from '#shared/messages.ts'
import { formatDate } from '#shared/text/format/dateFormat.ts'
import { formatDay } from '#shared/text/format/dates.ts'
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

/** A count inside text: tabular figures, left-to-right. */
export function Count({ children }: { children: ReactNode }) {
  return (
    <bdi dir="ltr" className={styles.number}>
      {children}
    </bdi>
  )
}

/** A date such as `2021-11-14`, written out. With a Dhivehi month it is isolated right-to-left, or it would be reordered. */
export function DateText({ day, language }: { day: string; language: Language }) {
  return (
    <time dateTime={day}>
      <bdi dir={language === 'dv' ? 'rtl' : 'ltr'}>{formatDay(day, language)}</bdi>
    </time>
  )
}

/** A date with a time, in the given format. */
export function MomentText({ moment, format, language }: { moment: string; format: string; language: Language }) {
  return (
    <time dateTime={moment}>
      <bdi dir={language === 'dv' ? 'rtl' : 'ltr'}>{formatDate(moment, format, language)}</bdi>
    </time>
  )
}

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
