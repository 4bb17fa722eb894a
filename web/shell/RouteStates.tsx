import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { failureOf } from '#web/api/query.ts'
import { useStrings } from '#web/strings/strings.ts'
import { PlaceSpinner } from '#web/ui/Spinner.tsx'
import { ErrorState } from '#web/ui/States.tsx'

export function RoutePending() {
  return <PlaceSpinner label={useStrings().page.loading} />
}

/** What is shown in the place of a screen that broke, or whose script could not be fetched. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const { errors, acts } = useStrings()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <ErrorState
      title={errors.title}
      message={failureOf(error)?.Message ?? errors.screen}
      retryLabel={acts.retry}
      onRetry={retry}
    />
  )
}
