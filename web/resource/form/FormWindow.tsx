import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { failureOf } from '#web/api/query.ts'
import { recordQuery } from '#web/api/resource.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { type FormDialogProps, useFormTitle } from '../FormDialog.tsx'
import { EditForm } from './EditForm.tsx'
import styles from './Form.module.css'

export type WindowProps = Omit<FormDialogProps, 'onClose'> & {
  onUnsaved: (isUnsaved: boolean) => void
  /** How what was written is forgotten, once somebody says that it may be. */
  onForgettable: (forget: () => () => void) => void
  /** Closing that asks first, and closing that does not. */
  onLeave: () => void
  onClose: () => void
}

/** The head of the window, and the form under it once its record is there. */
export function FormWindow(props: WindowProps) {
  const { acts } = useStrings()
  const title = useFormTitle(props)
  return (
    <div className={classes(styles.window, props.resource.dialog === 'xl' && styles.full)}>
      {/* Drawn here: the library's own head of a window is a second banner of the page. */}
      <div className={styles.head}>
        <Modal.Title className={styles.title ?? ''}>{title}</Modal.Title>
        <div className={styles.headActs}>
          <IconButton icon="close" label={acts.close} onClick={props.onLeave} />
        </div>
      </div>
      {props.id === undefined ? <EditForm {...props} /> : <OfRecord {...props} id={props.id} />}
    </div>
  )
}

/** The record is read when the form opens, and not again under the hands of whoever changes it. */
function OfRecord(props: WindowProps & { id: number }) {
  const { page, acts } = useStrings()
  const [opened] = useState(() => ({ at: Date.now() }))
  const record = useQuery({ ...recordQuery(props.resource, props.id), refetchOnReconnect: false, retryOnMount: true })
  const row: Row | undefined = record.dataUpdatedAt >= opened.at ? record.data?.data : undefined
  if (row) return <EditForm {...props} row={row} />
  if (!record.isError || record.isFetching)
    return (
      <div className={styles.loading} role="status" aria-label={page.loading}>
        <Spinner size={32} />
      </div>
    )
  return (
    <div className={styles.body}>
      <Alert tone="bad">{failureOf(record.error)?.Message ?? String(record.error)}</Alert>
      <Button variant="ghost" icon="refresh" onClick={() => void record.refetch()}>
        {acts.retry}
      </Button>
    </div>
  )
}
