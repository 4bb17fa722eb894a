import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { retryNow, useLiveState } from './live.ts'
import styles from './OfflineBar.module.css'

/** Says that changes of others do not come now, until they do again. */
export function OfflineBar() {
  const { live } = useStrings()
  const isOffline = useLiveState() === 'offline'
  return (
    <div role="status" className={styles.place}>
      {isOffline && (
        <div className={styles.bar}>
          <Icon name="alert" />
          <span>{live.offline}</span>
          <Button size="sm" variant="outline" onClick={retryNow}>
            {live.retry}
          </Button>
        </div>
      )}
    </div>
  )
}
