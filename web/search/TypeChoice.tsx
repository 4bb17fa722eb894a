import { type SearchType, searchTypes } from '#shared/searchTypes.ts'
import type { Strings } from '#web/strings/strings.ts'
import styles from './TypeChoice.module.css'

type Props = { type: SearchType; onType: (type: SearchType) => void; strings: Strings['search'] }

/** What is searched: radio buttons that look like one switch, and keep the keys of radio buttons. */
export function TypeChoice({ type, onType, strings }: Props) {
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{strings.type}</legend>
      {searchTypes.map((value) => (
        <label key={value} className={styles.option}>
          <input
            type="radio"
            name="search-type"
            className={styles.radio}
            checked={value === type}
            onChange={() => onType(value)}
          />
          <span className={styles.face}>{strings.types[value]}</span>
        </label>
      ))}
    </fieldset>
  )
}
