import { useState } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { ErrorState } from '#web/ui/States.tsx'
import { restoreSession } from './session.ts'
import styles from './Unreachable.module.css'

/** Somebody may be signed in, but the server could not be asked. */
export function Unreachable({ message }: { message: string }) {
  const { session: words, acts } = useStrings()
  const [retrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    await restoreSession()
    setRetrying(false)
  }
  return (
    <main className={styles.screen}>
      <ErrorState
        isPage
        title={words.unreachable}
        message={message}
        retryLabel={acts.retry}
        retrying={retrying}
        onRetry={() => void retry()}
      />
    </main>
  )
}
