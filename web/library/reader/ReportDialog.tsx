import { type SyntheticEvent, useId, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { post } from '#web/platform/api/client.ts'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.tsx'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { FreeText } from '#web/ui/Text.tsx'
import type { SelectedText } from './useSelectedText.ts'
import styles from './ReportDialog.module.css'

type Props = { reference: string; selected: SelectedText | undefined; onClose: () => void }

/** Reports an error in the selected text to the staff who may correct it. */
export function ReportDialog({ reference, selected, onClose }: Props) {
  const t = readerStrings[useLanguage()]
  const { actions } = useStrings()
  return (
    <Dialog opened={selected !== undefined} title={t.report} closeLabel={actions.close} onClose={onClose}>
      {selected && <ReportForm reference={reference} selected={selected} onClose={onClose} />}
    </Dialog>
  )
}

function ReportForm({ reference, selected, onClose }: Props & { selected: SelectedText }) {
  const t = readerStrings[useLanguage()]
  const [message, setMessage] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isSending, setSending] = useState(false)
  const quote = selected.text.slice(0, limits.reader.copy_letters)

  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    setMissing(message.trim() === '')
    if (message.trim() === '' || isSending) return
    setSending(true)
    const input = {
      Reference: reference,
      Paragraph: Math.max(1, selected.block),
      Quote: quote,
      Message: message.trim(),
    }
    const answer = await post('g/reportError', input, { isSave: true })
    setSending(false)
    if (answer.Status === 'error') {
      showAnswer(answer)
      return
    }
    showToast('good', t.reportSent)
    onClose()
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      <blockquote className={styles.quote} lang="dv" dir="auto">
        <FreeText>{quote}</FreeText>
      </blockquote>
      <MessageField value={message} isMissing={isMissing} onChange={setMessage} />
      <p className={styles.help}>{t.reportHelp}</p>
      <Button type="submit" loading={isSending}>
        {t.reportSend}
      </Button>
    </form>
  )
}

type MessageProps = { value: string; isMissing: boolean; onChange: (value: string) => void }

function MessageField({ value, isMissing, onChange }: MessageProps) {
  const t = readerStrings[useLanguage()]
  const id = useId()
  return (
    <>
      <label htmlFor={id} className={styles.label}>
        {t.reportMessage}
      </label>
      <textarea
        {...thaanaField}
        id={id}
        className={styles.field}
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
        <p id={`${id}-error`} className={styles.error} role="alert">
          {t.reportNeeded}
        </p>
      )}
    </>
  )
}
