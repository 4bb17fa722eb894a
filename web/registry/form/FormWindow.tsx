import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { failureOf } from '#web/api/query.ts'
import { recordQuery } from '#web/api/resource.ts'
import { useSession } from '#web/session/session.ts'
import { useStrings } from '#web/strings/strings.ts'
import { ThaanaToggle } from '#web/typing/ThaanaToggle.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { type FormDialogProps, useFormTitle } from '../FormDialog.tsx'
import { Presence } from '../live/Presence.tsx'
import { useRecordWatch, useSeenVersion } from '../live/useRecordWatch.ts'
import { EditForm, type EditProps } from './EditForm.tsx'
import { FirstPassword } from './FirstPassword.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { RecordSheet } from './RecordSheet.tsx'
import { sectionsOf } from './sections.ts'
import { sizeOf } from './windowSize.ts'
import styles from './Form.module.css'

/** What is being written in a form, asked at the moment somebody leaves: a letter typed just before counts. */
export type Writing = {
  isUnsaved: () => boolean
  /** Forgets what was written, once somebody says that it may go. */
  forget: () => void
}

export type WindowProps = Omit<FormDialogProps, 'onClose'> & {
  writing: Ref<Writing>
  /** Closing that asks first, and closing that does not. */
  onLeave: () => void
  onClose: () => void
}

/** The head of the window, and the form under it once its record is there. */
export function FormWindow(props: WindowProps) {
  const { acts, form } = useStrings()
  const [isHistory, setHistory] = useState(false)
  const [password, setPassword] = useState<string>()
  const title = useFormTitle(props)
  return (
    <div className={classes(styles.window, sizeOf(props) === 'xl' && styles.full)}>
      {/* Drawn here: the library's own head of a window is a second banner of the page. */}
      <div className={styles.head}>
        <Modal.Title className={styles.title ?? ''}>{title}</Modal.Title>
        <div className={styles.headActs}>
          {props.mode !== 'View' && <ThaanaToggle />}
          {props.id !== undefined && (
            <IconButton
              icon="history"
              label={form.history.open}
              aria-pressed={isHistory}
              onClick={() => setHistory(!isHistory)}
            />
          )}
          <IconButton icon="close" label={acts.close} onClick={props.onLeave} />
        </div>
      </div>
      {isHistory && props.id !== undefined && (
        // A long history is scrolled by the keys too.
        <section className={styles.history} aria-label={form.history.title} tabIndex={0}>
          <h3 className={styles.partTitle}>{form.history.title}</h3>
          <HistoryPanel resource={props.resource} id={props.id} />
        </section>
      )}
      {password !== undefined ? (
        <FirstPassword password={password} onClose={props.onClose} />
      ) : props.id === undefined ? (
        <EditForm {...props} onPassword={setPassword} />
      ) : (
        <OfRecord {...props} id={props.id} onPassword={setPassword} />
      )}
    </div>
  )
}

/** The record is read when the form opens, and not again under the hands of whoever changes it. */
function OfRecord(props: EditProps & { id: number }) {
  const { page, acts } = useStrings()
  const [opened] = useState(() => ({ at: Date.now() }))
  const record = useQuery({ ...recordQuery(props.resource, props.id), refetchOnReconnect: false, retryOnMount: true })
  const row: Row | undefined = record.dataUpdatedAt >= opened.at ? record.data?.data : undefined
  const watch = useRecordWatch(props)
  useSeenVersion(watch.version, props.mode === 'View' ? row?.version : undefined, () => void record.refetch())
  if (row)
    return (
      <>
        <Presence people={watch.others} />
        {props.mode === 'View' ? (
          <ReadSheet {...props} row={row} isGone={watch.isGone} />
        ) : (
          <EditForm {...props} row={row} watch={watch} />
        )}
      </>
    )
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

function ReadSheet({ resource, row, isGone, onLeave }: EditProps & { row: Row; isGone: boolean }) {
  const { form } = useStrings()
  const session = useSession()
  const abilities = session.at === 'signed-in' ? session.decoded.abilities : []
  return (
    <>
      <div className={styles.body}>
        {isGone && <Alert tone="bad">{form.conflict.gone}</Alert>}
        <RecordSheet resource={resource} sections={sectionsOf(resource, 'View', abilities)} row={row} />
      </div>
      <div className={styles.acts}>
        <div className={styles.actsEnd}>
          <Button variant="ghost" onClick={onLeave}>
            {form.close}
          </Button>
        </div>
      </div>
    </>
  )
}
