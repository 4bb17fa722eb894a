import { type ReactNode, useEffect, useRef, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { CodeField, isCompleteCode } from '#web/account/fields/CodeField.tsx'
import type { Problems } from '#web/platform/api/problems.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { Button } from '#web/ui/Button.tsx'
import { VisuallyHidden } from '#web/ui/Text.tsx'
import { Form } from './Form.tsx'
import styles from './Form.module.css'

type Props = {
  title?: string
  head?: ReactNode
  /** What the code is, where it was not sent by e-mail. */
  wording?: CodeWording
  email: string
  problems: Problems
  /** The name of the code's field in the answers. */
  field: string
  busy: boolean
  onVerify: (code: string) => Promise<void>
  /** Sends another code by e-mail, and returns whether it was sent. */
  onResend?: () => Promise<boolean>
  /** The link or button that leads back. */
  children: ReactNode
}

type CodeWording = { lead: string; hint: string; needed: string }

/** Asks for a one-time code, by default one that was sent by e-mail, and verifies it as soon as it is complete. */
export function CodeStep(props: Props) {
  const { title, head, wording, email, problems, field, busy, onVerify, onResend, children } = props
  const { code: strings } = useStrings()
  const refusal = problems.fields[field]
  const { code, isMissing, change, verify, input } = useCode({ busy, isRefused: refusal !== undefined, onVerify })
  return (
    <Form
      title={title}
      head={head}
      lead={wording?.lead ?? <SentTo email={email} />}
      messages={problems.messages}
      onSubmit={() => void verify(code)}
    >
      <CodeField
        ref={input}
        value={code}
        hint={wording?.hint}
        error={isMissing ? (wording?.needed ?? strings.needed) : refusal}
        onChange={change}
        onComplete={(complete) => void verify(complete)}
      />
      <Button type="submit" size="lg" wide loading={busy}>
        {strings.verify}
      </Button>
      <div className={styles.links}>
        {onResend && <Resend onResend={onResend} onSent={() => input.current?.focus()} />}
        {children}
      </div>
    </Form>
  )
}

function useCode({ busy, isRefused, onVerify }: Pick<Props, 'busy' | 'onVerify'> & { isRefused: boolean }) {
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const verified = useRef<string>(undefined)
  const input = useRef<HTMLInputElement>(null)

  const change = (next: string) => {
    setCode(next)
    setMissing(false)
  }
  const verify = async (complete: string) => {
    if (busy) return
    setMissing(!isCompleteCode(complete))
    // A code that is sent by its last digit may be answered before Enter is pressed: the same code would cost a second try.
    if (isCompleteCode(complete) && !(isRefused && complete === verified.current)) {
      verified.current = complete
      await onVerify(complete)
    }
    // Select a wrong code, so that typing replaces it.
    input.current?.select()
  }
  return { code, isMissing, change, verify, input }
}

function SentTo({ email }: { email: string }) {
  const { code: strings } = useStrings()
  return (
    <>
      {strings.sentTo}
      <span className={styles.address}>
        <bdi dir="ltr">{email}</bdi>
      </span>
    </>
  )
}

type ResendProps = Required<Pick<Props, 'onResend'>> & { onSent: () => void }

/** Sends another code, after a wait for the first e-mail to arrive. */
function Resend({ onResend, onSent }: ResendProps) {
  const { code: strings } = useStrings()
  const { left, restart } = useCountdown(limits.code.resend_seconds)
  const { isRunning, runOnce } = useSingleRun()
  const [isSent, setSent] = useState(false)
  const resend = async () => {
    setSent(false)
    const sent = await onResend()
    setSent(sent)
    if (!sent) return
    restart()
    // The countdown replaces the button, which has the focus.
    onSent()
  }
  return (
    <>
      <VisuallyHidden>
        <span role="status">{isSent && strings.sentAgain}</span>
      </VisuallyHidden>
      {left > 0 ? (
        <span className={styles.wait}>{strings.resendIn(left)}</span>
      ) : (
        <Button variant="ghost" size="sm" icon="refresh" loading={isRunning} onClick={() => void runOnce(resend)}>
          {strings.resend}
        </Button>
      )}
    </>
  )
}

/** Counts down in seconds by the clock, so that a suspended page does not fall behind. */
function useCountdown(seconds: number) {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)

  useEffect(() => {
    const update = () => {
      const remaining = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
      setLeft(remaining)
      if (remaining === 0) clearInterval(timer)
    }
    const timer = setInterval(update, 250)
    return () => clearInterval(timer)
  }, [endsAt])

  const restart = () => {
    setLeft(seconds)
    setEndsAt(Date.now() + seconds * 1000)
  }
  return { left, restart }
}
