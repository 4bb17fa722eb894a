import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { CaseNumberList, caseNumbersOf } from '#web/fields/cells/CaseNumbers.tsx'
import { ExplanationText, FieldValue } from '#web/fields/FieldValue.tsx'
import { toFormValue } from '#web/fields/values.ts'
import { failureOf } from '#web/platform/api/query.ts'
import { recordQuery } from '#web/platform/api/resource.ts'
import { useAbilities } from '#web/platform/session/session.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { ThaanaToggle } from '#web/platform/typing/ThaanaToggle.tsx'
import { Presence, useRecordPresence, useRefetchOnChange } from '#web/registry/live/Presence.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { FreeText } from '#web/ui/Text.tsx'
import { EditForm } from './EditForm.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { isFullScreen, isShownInDetails } from './formContext.ts'
import { type Section, sectionsOf } from './Steps.tsx'
import type { EditProps, FormDialogProps, FormContentProps } from './types.ts'
import styles from './Form.module.css'

/** The header of the dialog and, once the record is loaded, the form. */
export function FormContent(props: FormContentProps) {
  const { actions, form } = useStrings()
  const [isHistory, setHistory] = useState(false)
  const title = useFormTitle(props)
  return (
    <div className={classes(styles.window, isFullScreen(props) && styles.full)}>
      {/* Mantine's own modal header is a `banner` landmark, and the page has one already. */}
      <div className={styles.head}>
        <div className={styles.heading}>
          <Modal.Title className={styles.title ?? ''}>{title}</Modal.Title>
          {props.id !== undefined && <NameOfRecord {...props} id={props.id} />}
        </div>
        <div className={styles.headActions}>
          {props.mode !== 'View' && <ThaanaToggle />}
          {props.id !== undefined && (
            <IconButton
              icon="history"
              label={form.history.open}
              aria-pressed={isHistory}
              onClick={() => setHistory(!isHistory)}
            />
          )}
          <IconButton icon="close" label={actions.close} onClick={props.onLeave} />
        </div>
      </div>
      {isHistory && props.id !== undefined && (
        // Focusable, so that a long history can be scrolled with the keyboard.
        <section className={styles.history} aria-label={form.history.title} tabIndex={0}>
          <h3 className={styles.partTitle}>{form.history.title}</h3>
          <HistoryPanel
            resource={props.resource}
            id={props.id}
            form={props.mode === 'Update' ? props.handle : undefined}
          />
        </section>
      )}
      {props.id === undefined ? <EditForm {...props} /> : <ExistingRecord {...props} id={props.id} />}
    </div>
  )
}

type NameProps = Pick<FormDialogProps, 'resource' | 'mode'> & { id: number }

/** The case numbers of the record, once it is loaded, or its stored name, which a form may have changed. */
function NameOfRecord({ resource, mode, id }: NameProps) {
  const { data } = useQuery({ ...recordQuery(resource, id), enabled: false })
  const text = data ? caseNumbersOf(data.data) : ''
  if (text !== '') return <CaseNumberList text={text} />
  const name = data?.data['name']
  if (mode === 'View' || typeof name !== 'string') return null
  return (
    <bdi>
      <FreeText>{name}</FreeText>
    </bdi>
  )
}

/** The title: the mode and the resource, such as "New court". */
function useFormTitle({ resource, mode }: Pick<FormDialogProps, 'resource' | 'mode'>) {
  const { form } = useStrings()
  const one = resource.label.one[useLanguage()]
  return { Create: form.create, Update: form.update, View: form.view }[mode](one)
}

/** Loads the record once when the form opens; a refetch must not replace what the user edits. */
function ExistingRecord(props: EditProps & { id: number }) {
  const { page, actions } = useStrings()
  const [openedAt] = useState(() => ({ at: Date.now() }))
  const record = useQuery({ ...recordQuery(props.resource, props.id), refetchOnReconnect: false, retryOnMount: true })
  const row: Row | undefined = record.dataUpdatedAt >= openedAt.at ? record.data?.data : undefined
  const refusal = props.mode === 'Update' ? record.data?.refusal : undefined
  const isReadOnly = props.mode === 'View' || refusal !== undefined
  const watch = useRecordPresence({ ...props, isLoaded: row !== undefined })
  useRefetchOnChange(watch.version, isReadOnly ? row?.version : undefined, () => void record.refetch())
  if (row)
    return (
      <>
        <Presence people={watch.others} />
        {isReadOnly ? (
          <ReadOnlyRecord {...props} row={row} refusal={refusal} isGone={watch.isGone} />
        ) : (
          <EditForm {...props} row={row} pictures={record.data?.pictures ?? {}} watch={watch} />
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
        {actions.retry}
      </Button>
    </div>
  )
}

type ReadOnlyProps = EditProps & { row: Row; refusal: string | undefined; isGone: boolean }

/** A record that is viewed, or that the user may not change: `refusal` says why. */
function ReadOnlyRecord({ resource, row, refusal, isGone, onLeave }: ReadOnlyProps) {
  const { form } = useStrings()
  const abilities = useAbilities()
  return (
    <>
      <div className={styles.notices}>
        {isGone && <Alert tone="bad">{form.conflict.gone}</Alert>}
        {refusal !== undefined && <Alert tone="note">{refusal}</Alert>}
      </div>
      <div className={styles.body}>
        <RecordDetails resource={resource} sections={sectionsOf(resource, 'View', abilities)} row={row} />
      </div>
      <div className={styles.actions}>
        <div className={styles.actionsEnd}>
          <Button variant="ghost" onClick={onLeave}>
            {form.close}
          </Button>
        </div>
      </div>
    </>
  )
}

type Props = { resource: Resource; sections: readonly Section[]; row: Row }

/** A read-only record: sections with headings, values with labels. */
function RecordDetails({ resource, sections, row }: Props) {
  const language = useLanguage()
  const record = { resource: resource.name, row: row.id }
  return (
    <div className={styles.details}>
      {sections.map(({ name, label, fields }) => (
        <section key={name}>
          {label && <h3 className={styles.detailsHeading}>{label[language]}</h3>}
          <dl className={styles.values}>
            {fields
              .filter(([one, field]) => isShownInDetails(one, field, row))
              .map(([one, field]) => (
                <div key={one} className={styles.value} data-wide={field.size === 12 || undefined}>
                  <dt>{field.label[language]}</dt>
                  <dd>
                    <FieldValue
                      field={field}
                      value={toFormValue(field, row[one])}
                      language={language}
                      record={record}
                    />
                    <ExplanationText text={field.explainedBy && row[field.explainedBy]} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
