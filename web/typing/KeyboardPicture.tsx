import { type KeyCap, keyboardRows } from '#shared/text/keyboard.ts'
import { isFili } from '#shared/text/fold.ts'
import { Unseen } from '#web/ui/Text.tsx'
import styles from './KeyboardPicture.module.css'

type Props = { label: string; describe: (latin: string, plain: string, shifted: string) => string }

/** The keys of the phonetic layout, as they lie on the table: from left to right in every language. */
export function KeyboardPicture({ label, describe }: Props) {
  return (
    <div className={styles.keyboard} role="group" aria-label={label} dir="ltr">
      {keyboardRows.map((row, index) => (
        <ul key={index} className={styles.row}>
          {row.map((cap) => (
            <li key={cap.latin} className={styles.key}>
              <span aria-hidden="true">
                <Face cap={cap} />
              </span>
              <Unseen>{describe(cap.latin, cap.plain, cap.shifted)}</Unseen>
            </li>
          ))}
        </ul>
      ))}
    </div>
  )
}

function Face({ cap: { latin, plain, shifted } }: { cap: KeyCap }) {
  return (
    <>
      <span className={styles.latin}>{latin}</span>
      <bdi className={styles.shifted}>{shownAlone(shifted)}</bdi>
      <bdi className={styles.plain}>{shownAlone(plain)}</bdi>
    </>
  )
}

/** A vowel sign stands on something: the circle that means any letter. */
const shownAlone = (letter: string) => (isFili(letter.charCodeAt(0)) ? `\u25CC${letter}` : letter)
