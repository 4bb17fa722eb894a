import { useStrings } from '#web/strings/strings.ts'
import { toggleTyping, useTypingThaana } from './typingChoice.ts'
import styles from './ThaanaToggle.module.css'

/** Turns the phonetic Thaana keyboard on and off, for every field in which Dhivehi is written. */
export function ThaanaToggle() {
  const { typing } = useStrings().finding
  const isOn = useTypingThaana()
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-pressed={isOn}
      aria-label={typing.toggle}
      aria-keyshortcuts="Control+`"
      title={typing.withKey(typing.toggle, 'Ctrl+`')}
      // The caret stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={toggleTyping}
    >
      <span aria-hidden="true">{typing.letter}</span>
    </button>
  )
}
