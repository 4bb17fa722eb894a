import type { ReactNode, Ref, SubmitEvent } from 'react'
import { RedAlert } from '#web/ui/Alert.tsx'
import { PageHeading } from '#web/ui/Text.tsx'
import styles from './Form.module.css'

type Props = {
  ref?: Ref<HTMLFormElement>
  /** The heading of the page; a dialog has its own. */
  title?: string | undefined
  lead?: ReactNode
  /** Above the title: the progress. */
  head?: ReactNode
  /** Error messages of the form as a whole. */
  messages: readonly string[]
  onSubmit: () => void
  children: ReactNode
}

/** A form for signed-out users: heading, error messages, and fields. */
export function Form({ ref, title, lead, head, messages, onSubmit, children }: Props) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form ref={ref} className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.head}>
        {head}
        {title !== undefined && <PageHeading className={styles.title ?? ''}>{title}</PageHeading>}
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </div>
      <RedAlert messages={messages} />
      {children}
    </form>
  )
}
