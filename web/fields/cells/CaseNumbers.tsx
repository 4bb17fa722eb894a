import { Fragment } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import { CaseNumber } from '#web/ui/Text.tsx'
import styles from './Cell.module.css'

/** The numbers of a case in a cell: what does not fit is cut. */
export function CaseNumbers({ text }: { text: string }) {
  return (
    <span className={styles.numbers} title={isolate(text)}>
      <CaseNumberList text={text} />
    </span>
  )
}

/** The numbers of a case in one text, each isolated left to right. */
export function CaseNumberList({ text }: { text: string }) {
  return text.split(/\s*[,،]\s*/).map((number, index) => (
    <Fragment key={number}>
      {index > 0 && ' '}
      <CaseNumber>{number}</CaseNumber>
    </Fragment>
  ))
}

/** The case numbers of a list row, as one text. */
export function caseNumbersOf({ case_numbers_text: text }: Row): string {
  return typeof text === 'string' ? text : ''
}
