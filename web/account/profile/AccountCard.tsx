import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { failureOf } from '#web/platform/api/query.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Card } from '#web/ui/Card.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorState } from '#web/ui/States.tsx'
import { VisuallyHidden } from '#web/ui/Text.tsx'
import styles from './Account.module.css'

type Props<Data> = {
  title: string
  lead?: string
  wide?: boolean
  query: UseQueryResult<Data>
  /** Renders the loaded data. */
  children: (data: Data) => ReactNode
}

/** A card of the account screen: loading, failed with a retry button, or loaded. */
export function AccountCard<Data>({ title, lead, wide = false, query, children }: Props<Data>) {
  const heading = useId()
  return (
    <Card as="section" className={classes(styles.card, wide && styles.wide)} aria-labelledby={heading}>
      <div>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </div>
      <Content query={query}>{children}</Content>
    </Card>
  )
}

function Content<Data>({ query, children }: Pick<Props<Data>, 'query' | 'children'>) {
  const { account: strings, actions } = useStrings()
  if (query.isPending) return <Waiting />
  // After a refetch that failed the data stays, with what is open on it, such as a secret that is shown only once.
  if (query.data === undefined) {
    const failure = failureOf(query.error)
    return (
      <ErrorState
        title={strings.failed}
        {...(failure && { message: failure.Message })}
        retryLabel={actions.retry}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  return children(query.data)
}

function Waiting() {
  const { page } = useStrings()
  return (
    <>
      <span role="status">
        <VisuallyHidden>{page.loading}</VisuallyHidden>
      </span>
      {[60, 90, 40].map((width) => (
        <div key={width} className={styles.line} style={{ inlineSize: `${width}%` }} aria-hidden="true" />
      ))}
    </>
  )
}
