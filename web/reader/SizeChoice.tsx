import { useId } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { type ReadingSize, readingSizes } from './useReadingSize.ts'
import styles from './SizeChoice.module.css'

type Props = { size: ReadingSize; onSize: (size: ReadingSize) => void }

/** Three sizes of the letters, each shown by a letter of its size. */
export function SizeChoice({ size, onSize }: Props) {
  const t = useStrings().reader
  const name = useId()
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{t.size}</legend>
      {readingSizes.map((step) => (
        <label key={step} className={styles.step} data-size={step} title={t.sizes[step]}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={step === size}
            aria-label={t.sizes[step]}
            onChange={() => onSize(step)}
          />
          <span aria-hidden="true">{t.sizeLetter}</span>
        </label>
      ))}
    </fieldset>
  )
}
