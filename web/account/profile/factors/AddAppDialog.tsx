import encodeQR from 'qr'
import { useRef, useState } from 'react'
import type { NewTotp } from '#shared/calls/factors.ts'
import { CodeField, isCompleteCode } from '#web/account/fields/CodeField.tsx'
import { ShownSecret } from '#web/fields/inputs/texts.tsx'
import { post } from '#web/platform/api/client.ts'
import { noProblems, problemsIn } from '#web/platform/api/problems.ts'
import { useReauthInPlace } from '#web/platform/session/session.ts'
import { factorStrings } from '#web/platform/strings/factorStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { showAnswer } from '#web/platform/toasts/toasts.tsx'
import { RedAlert } from '#web/ui/Alert.tsx'
import { Dialog, DialogActions } from '#web/ui/dialogs/Dialog.tsx'
import dialog from '#web/account/profile/ChangePasswordDialog.module.css'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import styles from './Factors.module.css'
import { PasswordForm } from './PasswordForm.tsx'

type Props = {
  /** The app was added; the codes are empty when the account keeps those that it has. */
  onAdded: (recoveryCodes: string[]) => void
  onClose: () => void
}

/** Adds an authenticator app: the password, the QR code, the first code of the app. */
export function AddAppDialog({ onAdded, onClose }: Props) {
  const { actions } = useStrings()
  const { card } = factorStrings[useLanguage()]
  const [app, setApp] = useState<NewTotp>()
  return (
    <Dialog opened onClose={onClose} title={card.addApp} closeLabel={actions.close}>
      {app ? (
        <ConfirmApp app={app} onAdded={onAdded} onEnded={() => setApp(undefined)} onClose={onClose} />
      ) : (
        <PasswordForm
          submitLabel={card.confirm}
          send={(CurrentPassword) => post('auth/factors/totp/begin', { CurrentPassword })}
          onDone={({ Secret, Uri }) => setApp({ Secret, Uri })}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}

/** In groups of four, to be typed into an app. */
const inGroups = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

type ConfirmProps = Props & {
  app: NewTotp
  /** The secret has expired: the password brings another one. */
  onEnded: () => void
}

function ConfirmApp({ app, onAdded, onEnded, onClose }: ConfirmProps) {
  const { actions } = useStrings()
  const strings = factorStrings[useLanguage()].app
  const { code, change, error, messages, busy, confirm, input } = useFirstCode({ onAdded, onEnded })
  useReauthInPlace()
  return (
    <form
      className={dialog.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void confirm(code)
      }}
    >
      <p>{strings.scan}</p>
      <QrCode text={app.Uri} label={strings.qr} />
      <ShownSecret label={strings.secret} secret={app.Secret} shown={inGroups(app.Secret)} />
      <RedAlert messages={messages} />
      <CodeField
        ref={input}
        label={strings.code}
        hint={strings.codeHint}
        value={code}
        error={error}
        onChange={change}
        onComplete={(complete) => void confirm(complete)}
      />
      <DialogActions cancelLabel={actions.cancel} submitLabel={strings.submit} loading={busy} onCancel={onClose} />
    </form>
  )
}

function useFirstCode({ onAdded, onEnded }: Pick<ConfirmProps, 'onAdded' | 'onEnded'>) {
  const strings = factorStrings[useLanguage()].app
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [problems, setProblems] = useState(noProblems)
  const { isRunning: busy, runOnce } = useSingleRun()
  const input = useRef<HTMLInputElement>(null)

  const confirm = async (typed: string) => {
    setMissing(!isCompleteCode(typed))
    if (isCompleteCode(typed)) {
      const answer = await runOnce(() => post('auth/factors/totp/confirm', { otp: typed }))
      if (!answer) return
      setProblems(problemsIn(answer))
      if (answer.Status === 'success') {
        onAdded(answer.RecoveryCodes)
        return
      }
      if (answer.code === 'code-ended') {
        showAnswer(answer)
        onEnded()
        return
      }
    }
    input.current?.select()
  }
  const change = (typed: string) => {
    setCode(typed)
    setMissing(false)
  }
  const error = isMissing ? strings.codeNeeded : problems.fields['otp']
  return { code, change, error, messages: problems.messages, busy, confirm, input }
}

/** Drawn here, so that the secret in it reaches no other service. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: 1 })
  const modules = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className={styles.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <path d={modules.join('')} fill="currentColor" />
    </svg>
  )
}
