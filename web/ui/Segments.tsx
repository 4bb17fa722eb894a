import styles from './Segments.module.css'

type Props<Value extends string> = {
  /** Which of all radio buttons of the page belong together. */
  name: string
  legend: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
}

/** One of a few: radio buttons that look like one switch, and keep the keys of radio buttons. */
export function Segments<Value extends string>({ name, legend, value: chosen, options, onChoose }: Props<Value>) {
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className={styles.option}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span className={styles.face}>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
