import type { Failure } from '#shared/calls/answer.ts'
import type { Field } from '#shared/resource/field.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState, ErrorState } from '#web/ui/States.tsx'

/** Nothing is loaded until a filter is chosen. */
export function FilterNeeded({ fields }: { fields: readonly Field[] }) {
  const { list } = useStrings()
  const language = useLanguage()
  return <EmptyState icon="filter" title={list.filterNeeded(fields.map(({ label }) => label[language]).join(', '))} />
}

/** No row: of the whole list, or of what was searched. */
export function NoRows({ isSearched, onClear }: { isSearched: boolean; onClear: () => void }) {
  const { list } = useStrings()
  if (!isSearched) return <EmptyState title={list.empty} />
  return (
    <EmptyState
      icon="search"
      title={list.nothing}
      actions={
        <Button variant="soft" icon="close" onClick={onClear}>
          {list.clearAll}
        </Button>
      }
    />
  )
}

type FailedProps = { failure: ListFailure; isRetrying: boolean; onRetry: () => void }

/** `payload`: what exactly was wrong with what was asked. */
type ListFailure = Pick<Failure, 'Message'> & Partial<Pick<Failure, 'payload'>>

const sentencesOf = ({ Message, payload }: ListFailure) => [Message, ...Object.values(payload?.errors ?? {}).flat()]

export function ListFailed({ failure, isRetrying, onRetry }: FailedProps) {
  const { list, acts } = useStrings()
  return (
    <ErrorState
      title={list.failed}
      message={sentencesOf(failure).join(' ')}
      retryLabel={acts.retry}
      retrying={isRetrying}
      onRetry={onRetry}
    />
  )
}
