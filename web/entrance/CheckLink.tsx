import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { post } from '#web/api/client.ts'
import { failureOf, succeed } from '#web/api/query.ts'
import { routes } from '#web/paths.ts'
import { isPassing } from '#web/session/decisions.ts'
import { showToast } from '#web/shell/toasts.ts'
import { currentStrings, useStrings } from '#web/strings/strings.ts'
import { PlaceSpinner } from '#web/ui/Spinner.tsx'
import { ErrorState } from '#web/ui/States.tsx'
import { keepPasswordStep } from './passwordStep.ts'

/** Asks whether the link of a letter holds: then a new password may be chosen, else it is back to the log-in. */
export function CheckLink({ link, label }: { link: string; label: string }) {
  const { errors, acts } = useStrings()
  const check = useLinkCheck(link)

  if (check.isSuccess) return <Navigate to={routes.changePassword} replace />
  if (!check.isError) return <PlaceSpinner label={label} />

  const failure = failureOf(check.error)
  if (failure && !isPassing(failure.code)) return <BadLink />
  return (
    <ErrorState
      title={errors.title}
      {...(failure && { message: failure.Message })}
      retryLabel={acts.retry}
      onRetry={() => void check.refetch()}
      retrying={check.isFetching}
    />
  )
}

export function BadLink() {
  useEffect(() => showToast('bad', currentStrings().forgot.badLink), [])
  return <Navigate to={routes.login} replace />
}

function useLinkCheck(link: string) {
  return useQuery({
    queryKey: ['auth/password/resetValidate', link],
    queryFn: async () => {
      const { Ref } = succeed(await post('auth/password/resetValidate', { ref: link }))
      keepPasswordStep(Ref)
      return true
    },
    // A link holds once: it is never asked about again by itself.
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  })
}
