import styles from './Segments.module.css'

type Props<Value extends string> = {
  /** The `name` of the radio group. */
  name: string
  legend: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
}

/** A segmented control: radio buttons with their keyboard behavior. */
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
