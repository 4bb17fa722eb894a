import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { ErrorReport } from '#shared/calls/errorReports.ts'
import { limits } from '#shared/limits.ts'
import { useFocusFirstError } from '#web/ui/useFocusFirstError.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { useLeave, WritingDialog } from '#web/platform/navigation/UnsavedChanges.tsx'
import { useReauthInPlace } from '#web/platform/session/session.ts'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.tsx'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogActions } from '#web/ui/dialogs/Dialog.tsx'
import { FreeText, Isolated, MomentText } from '#web/ui/Text.tsx'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { ThaanaToggle } from '#web/platform/typing/ThaanaToggle.tsx'
import type { SelectedText } from './useSelectedText.ts'
import styles from './ErrorReports.module.css'
import reportDialogStyles from './ReportDialog.module.css'

type Props = {
  reference: string
  onGoTo: (block: number) => void
  /** The last of the reports is done. */
  onNone: () => void
}

/** The open reports of errors in a text, for the users who may correct it. */
export function ErrorReports({ reference, onGoTo, onNone }: Props) {
  const strings = readerStrings[useLanguage()]
  const { actions } = useStrings()
  const { heading, sending, markDone } = useMarkDone(reference, onNone)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: queryKeyOf(reference),
    queryFn: async ({ signal }) =>
      unwrapAnswer(await post('caseFiles/errorReports', { Reference: reference }, { signal })),
  })
  if (!data && isError)
    return (
      <Alert tone="bad" title={strings.reportsFailed}>
        <Button size="sm" variant="outline" loading={isFetching} onClick={() => void refetch()}>
          {actions.retry}
        </Button>
      </Alert>
    )
  if (!data || data.total === 0) return null

  return (
    <section className={styles.reports} aria-label={strings.reports(data.total)} data-reports="">
      <h2 ref={heading} className={styles.heading} tabIndex={-1}>
        {strings.reports(data.total)}
      </h2>
      <ul>
        {data.data.map((report) => (
          <li key={report.id} className={styles.report}>
            <Report report={report} />
            <div className={styles.actions}>
              <Button size="sm" variant="soft" onClick={() => onGoTo(report.paragraph)}>
                {strings.reportGoTo}
              </Button>
              <Button
                size="sm"
                variant="outline"
                icon="check"
                loading={sending === report.id}
                disabled={sending !== undefined && sending !== report.id}
                onClick={() => void markDone(report.id)}
              >
                {strings.reportDone}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const queryKeyOf = (reference: string) => ['error-reports', reference]

/** Marks a report as done. Its button is gone then: the focus moves to the heading of the others. */
function useMarkDone(reference: string, onNone: () => void) {
  const { form } = useStrings()
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [sending, setSending] = useState<number>()
  const markDone = async (id: number) => {
    setSending(id)
    const answer = await post('caseFiles/errorReportDone', { id }, { isSave: true })
    await client.invalidateQueries({ queryKey: queryKeyOf(reference) })
    setSending(undefined)
    if (answer.Status === 'error') {
      showAnswer(answer)
      return
    }
    showToast('good', form.saved)
    const { activeElement } = document
    const isFocusElsewhere = activeElement !== document.body && !activeElement?.closest('[data-reports]')
    if (isFocusElsewhere) return
    // Other users may have marked the others meanwhile.
    const left = client.getQueryData<{ total: number }>(queryKeyOf(reference))
    if (left && left.total > 0) heading.current?.focus()
    else onNone()
  }
  return { heading, sending, markDone }
}

function Report({ report: { quote, message, by, createdAt, changed } }: { report: ErrorReport }) {
  const language = useLanguage()
  const strings = readerStrings[language]
  return (
    <>
      <p className={styles.message} dir="auto">
        <FreeText>{message}</FreeText>
      </p>
      {quote !== '' && (
        <p className={styles.quote} lang="dv" dir="auto" data-quote="">
          <FreeText>{quote}</FreeText>
        </p>
      )}
      <small className={styles.source}>
        <bdi>{by}</bdi> · <MomentText moment={createdAt} language={language} />
        {changed && (
          <>
            {' · '}
            <Isolated>{strings.reportChanged}</Isolated>
          </>
        )}
      </small>
    </>
  )
}

type ReportDialogProps = { reference: string; selected: SelectedText | undefined; onClose: () => void }

/** Reports an error in the selected text to the staff who may correct it. */
export function ReportDialog({ reference, selected, onClose }: ReportDialogProps) {
  const strings = readerStrings[useLanguage()]
  const { actions } = useStrings()
  const unsavedRef = useRef(false)
  const close = () => {
    unsavedRef.current = false
    onClose()
  }
  const dialog = {
    unsavedRef,
    opened: selected !== undefined,
    title: strings.report,
    closeLabel: actions.close,
    onClose: close,
  }
  return (
    <WritingDialog {...dialog}>
      {selected && (
        <ReportForm
          reference={reference}
          selected={selected}
          onChange={() => (unsavedRef.current = true)}
          onClose={close}
        />
      )}
    </WritingDialog>
  )
}

type ReportFormProps = ReportDialogProps & { selected: SelectedText; onChange: () => void }

function ReportForm({ reference, selected, onChange, onClose }: ReportFormProps) {
  useReauthInPlace()
  const leave = useLeave()
  const { actions } = useStrings()
  const strings = readerStrings[useLanguage()]
  const quote = selected.text.slice(0, limits.reader.copy_letters)
  const paragraph = { Reference: reference, Paragraph: Math.max(1, selected.block), Quote: quote }
  const { message, write, isMissing, isSending, send, form } = useSendReport(paragraph, onClose)
  return (
    <form
      ref={form}
      className={reportDialogStyles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
      }}
    >
      <Place quote={quote} paragraphs={selected.paragraphs} />
      <MessageField
        value={message}
        isMissing={isMissing}
        onChange={(typed) => {
          write(typed)
          onChange()
        }}
      />
      <p className={reportDialogStyles.help}>{strings.reportHelp}</p>
      <DialogActions
        cancelLabel={actions.cancel}
        submitLabel={strings.reportSend}
        loading={isSending}
        onCancel={leave}
      />
    </form>
  )
}

/** The text on which is reported; for a user who may not copy it, the number of its paragraph. */
function Place({ quote, paragraphs }: { quote: string; paragraphs: string }) {
  const strings = readerStrings[useLanguage()]
  if (quote !== '')
    return (
      <blockquote className={reportDialogStyles.quote} lang="dv" dir="auto" data-quote="">
        <FreeText>{quote}</FreeText>
      </blockquote>
    )
  return paragraphs === '' ? null : (
    <p>
      <Isolated>{strings.paragraph(paragraphs)}</Isolated>
    </p>
  )
}

/** The message on a paragraph, which may not be empty, and how it is sent. */
function useSendReport(paragraph: { Reference: string; Paragraph: number; Quote: string }, onSent: () => void) {
  const strings = readerStrings[useLanguage()]
  const [message, setMessage] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { isRunning: isSending, runOnce } = useSingleRun()
  const { form, focusFirstError } = useFocusFirstError()

  const send = async () => {
    const Message = message.trim()
    if (Message === '') {
      setMissing(true)
      focusFirstError()
      return
    }
    await runOnce(async () => {
      const answer = await post('g/reportError', { ...paragraph, Message }, { isSave: true })
      if (answer.Status === 'error') {
        showAnswer(answer)
        return
      }
      showToast('good', strings.reportSent)
      onSent()
    })
  }
  const write = (typed: string) => {
    setMessage(typed)
    setMissing(false)
  }
  return { message, write, isMissing, isSending, send, form }
}

type MessageProps = { value: string; isMissing: boolean; onChange: (value: string) => void }

function MessageField({ value, isMissing, onChange }: MessageProps) {
  const strings = readerStrings[useLanguage()]
  const id = useId()
  return (
    <>
      <div className={reportDialogStyles.head}>
        <label htmlFor={id} className={reportDialogStyles.label}>
          {strings.reportMessage}
        </label>
        <ThaanaToggle />
      </div>
      <textarea
        {...thaanaField}
        id={id}
        className={reportDialogStyles.field}
        dir="auto"
        rows={4}
        maxLength={limits.reader.report_letters}
        required
        aria-invalid={isMissing}
        aria-describedby={isMissing ? `${id}-error` : undefined}
        data-autofocus
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isMissing && (
        <p id={`${id}-error`} className={reportDialogStyles.error} role="alert">
          {strings.reportNeeded}
        </p>
      )}
    </>
  )
}
