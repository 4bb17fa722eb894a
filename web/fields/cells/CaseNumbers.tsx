import { CaseNumber } from '#web/ui/Text.tsx'
import styles from './Cell.module.css'

/** The numbers of a case in one text, each isolated left to right. */
export function CaseNumbers({ text }: { text: string }) {
  return (
    <span className={styles.numbers} title={text}>
      {text.split(/\s*[,،]\s*/).map((number) => (
        <CaseNumber key={number}>{number}</CaseNumber>
      ))}
    </span>
  )
}
