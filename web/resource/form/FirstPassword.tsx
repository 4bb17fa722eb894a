import { ShownSecret } from '#web/fields/inputs/words.tsx'
import { useStrings } from '#web/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './Form.module.css'

/** The first password of a new person: whoever closes this has seen it. */
export function FirstPassword({ password, onClose }: { password: string; onClose: () => void }) {
  const { form } = useStrings()
  return (
    <>
      <div className={styles.body}>
        <div className={styles.secret}>
          <Alert tone="caution">{form.firstPasswordMore}</Alert>
          <ShownSecret label={form.firstPassword} secret={password} />
        </div>
      </div>
      <div className={styles.acts}>
        <div className={styles.actsEnd}>
          <Button onClick={onClose}>{form.close}</Button>
        </div>
      </div>
    </>
  )
}
