import { useStrings } from '#web/platform/strings/strings.ts'
import { toggleTyping, useTypingThaana } from './typingPreference.ts'
import styles from './ThaanaToggle.module.css'

/** Toggles the phonetic Thaana keyboard for every Dhivehi field. */
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
      // The field keeps its focus and caret.
      onMouseDown={(event) => event.preventDefault()}
      onClick={toggleTyping}
    >
      <span aria-hidden="true">{typing.letter}</span>
    </button>
  )
}
