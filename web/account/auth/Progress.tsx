import { useStrings } from '#web/platform/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { type RegistrationStep, registrationSteps } from './registration.ts'
import styles from './Progress.module.css'

/** How far one has come, and what is still to be done. */
export function Progress({ step }: { step: RegistrationStep }) {
  const { register: words } = useStrings()
  const here = registrationSteps.indexOf(step)
  return (
    <div className={styles.progress}>
      <p className={styles.count}>{words.step(here + 1, registrationSteps.length)}</p>
      <ol className={styles.steps}>
        {registrationSteps.map((one, index) => (
          <li key={one} data-done={index < here || undefined} aria-current={index === here ? 'step' : undefined}>
            <span className={styles.mark}>{index < here ? <Icon name="check" size={14} /> : index + 1}</span>
            <span className={styles.name}>{words.steps[one]}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
