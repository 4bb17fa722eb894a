import type { ReactNode } from 'react'
import type { Language } from '#shared/messages.ts'
import { formatDate } from '#shared/text/format/dateFormat.ts'
import { formatDay } from '#shared/text/format/dates.ts'
import { classes } from './classes.ts'
import styles from './Text.module.css'

/** A case number, an amount, a numeric date: isolated left to right, whatever stands around it. */
export function CaseNumber({ children, plain = false }: { children: string; plain?: boolean }) {
  return (
    <bdi dir="ltr" className={plain ? styles.number : styles.caseNumber}>
      {children}
    </bdi>
  )
}

/** A count beside words: tabular figures, left to right. */
export function Count({ children }: { children: ReactNode }) {
  return (
    <bdi dir="ltr" className={styles.number}>
      {children}
    </bdi>
  )
}

/** A day such as `2021-11-14` in words. With a Dhivehi month it is isolated right to left, or it would be scrambled. */
export function DateText({ day, language }: { day: string; language: Language }) {
  return (
    <time dateTime={day}>
      <bdi dir={language === 'dv' ? 'rtl' : 'ltr'}>{formatDay(day, language)}</bdi>
    </time>
  )
}

/** A day with its hour, as its format says. */
export function MomentText({ moment, format, language }: { moment: string; format: string; language: Language }) {
  return (
    <time dateTime={moment}>
      <bdi dir={language === 'dv' ? 'rtl' : 'ltr'}>{formatDate(moment, format, language)}</bdi>
    </time>
  )
}

type HeadingProps = { children: ReactNode; className?: string; hidden?: boolean }

/**
 * The heading of a page: it takes the focus when the page opens, so that the page is announced. `hidden` keeps it for
 * readers of the screen, where the page is plain to see without it.
 */
export function PageHeading({ children, className, hidden = false }: HeadingProps) {
  return (
    <h1 tabIndex={-1} data-page-heading="" className={classes(hidden ? styles.unseen : styles.heading, className)}>
      {children}
    </h1>
  )
}

/** Read out, not seen. */
export function Unseen({ children }: { children: ReactNode }) {
  return <span className={styles.unseen}>{children}</span>
}
