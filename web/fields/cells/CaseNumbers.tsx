import { Fragment } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { CaseNumber } from '#web/ui/Text.tsx'
import styles from './Cell.module.css'

/** The numbers of a case in one text, each isolated left to right. */
export function CaseNumbers({ text }: { text: string }) {
  return (
    <span className={styles.numbers} title={text}>
      {text.split(/\s*[,،]\s*/).map((number, index) => (
        <Fragment key={number}>
          {index > 0 && ' '}
          <CaseNumber>{number}</CaseNumber>
        </Fragment>
      ))}
    </span>
  )
}

/** The case numbers of a list row, as one text. */
export function caseNumbersOf({ case_numbers_text: text }: Row): string {
  return typeof text === 'string' ? text : ''
}
