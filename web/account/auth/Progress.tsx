import { useStrings } from '#web/platform/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { type RegistrationStep, registrationSteps } from './registration.ts'
import styles from './Progress.module.css'

/** The steps of a registration with the current one. */
export function Progress({ step }: { step: RegistrationStep }) {
  const { register: strings } = useStrings()
  const current = registrationSteps.indexOf(step)
  return (
    <div className={styles.progress}>
      <p className={styles.count}>{strings.step(current + 1, registrationSteps.length)}</p>
      <ol className={styles.steps}>
        {registrationSteps.map((one, index) => (
          <li key={one} data-done={index < current || undefined} aria-current={index === current ? 'step' : undefined}>
            <span className={styles.mark}>{index < current ? <Icon name="check" size={14} /> : index + 1}</span>
            <span className={styles.name}>{strings.steps[one]}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
