import { useStrings } from '#web/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useLiveCase } from './useLiveCase.ts'
import styles from './CaseNews.module.css'

/** Over an opened case: that it has changed since, or is not there any more. */
export function CaseNews({ reference, isOpen }: { reference: string; isOpen: boolean }) {
  const { live } = useStrings()
  const { news, showAnew } = useLiveCase(reference, isOpen)
  return (
    <div className={styles.news} role="status">
      {news === 'gone' && <Alert tone="bad">{live.caseGone}</Alert>}
      {news === 'changed' && (
        <Alert tone="note" title={live.caseChanged}>
          <Button size="sm" variant="outline" onClick={showAnew}>
            {live.showAnew}
          </Button>
        </Alert>
      )}
    </div>
  )
}
