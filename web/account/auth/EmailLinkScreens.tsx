import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Answer } from '#shared/calls/answer.ts'
import { post } from '#web/platform/api/client.ts'
import { noProblems, problemsIn } from '#web/platform/api/problems.ts'
import { TextLink } from '#web/platform/navigation/links.tsx'
import { routes } from '#web/platform/paths.ts'
import { reloadPermissions } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { consumeLink, storePasswordStep } from './stepReferences.ts'
import { Form } from './Form.tsx'
import styles from './Form.module.css'

/** Confirms a new e-mail address by the link that led here. */
export function ConfirmEmailScreen() {
  const { emailLink: strings } = useStrings()
  const { answer, ...form } = useLink((ref) => post('auth/email/confirm', { ref }))
  return (
    <LinkForm {...form} title={strings.confirm} lead={strings.confirmLead} label={strings.confirm}>
      {answer && (
        <Alert tone="good" title={strings.confirmed}>
          <bdi dir="ltr">{answer.Email}</bdi>
        </Alert>
      )}
    </LinkForm>
  )
}

/** Stops or reverts a change of e-mail address by the link that led here; a reverted one leads to a new password. */
export function RevertEmailScreen() {
  const { emailLink: strings } = useStrings()
  const { answer, ...form } = useLink(revertEmail)
  if (answer?.Ref !== undefined) return <Navigate to={routes.changePassword} replace />
  return (
    <LinkForm {...form} title={strings.revert} lead={strings.revertLead} label={strings.revert}>
      {answer && <Alert tone="good" title={strings.stopped} />}
    </LinkForm>
  )
}

async function revertEmail(ref: string) {
  const answer = await post('auth/email/revert', { ref })
  if (answer.Status === 'error' || answer.Ref === undefined) return answer
  storePasswordStep(answer.Ref)
  // The revert ends every session of its account, which may be that of this browser.
  await reloadPermissions()
  return answer
}

/** Redeems the link when the button is pressed: programs that open the links of e-mails use none up. */
function useLink<Data extends object>(redeem: (ref: string) => Promise<Answer<Data>>) {
  const [link] = useState(consumeLink)
  const { isRunning, runOnce } = useSingleRun()
  const [problems, setProblems] = useState(noProblems)
  const [answer, setAnswer] = useState<Data>()
  const submit = async () => {
    const result = await redeem(link ?? '')
    setProblems(problemsIn(result))
    if (result.Status === 'success') setAnswer(result)
  }
  return {
    hasLink: link !== undefined,
    busy: isRunning,
    messages: problems.messages,
    answer,
    submit: () => runOnce(submit),
  }
}

type LinkFormProps = {
  title: string
  lead: string
  label: string
  hasLink: boolean
  busy: boolean
  messages: readonly string[]
  submit: () => Promise<void>
  /** The result, in place of the button. */
  children: ReactNode
}

/** For the only button of the page, and for the result that replaces it. */
const focus = (element: HTMLElement | null) => element?.focus()

function LinkForm({ title, lead, label, hasLink, busy, messages, submit, children }: LinkFormProps) {
  const { emailLink: strings, code } = useStrings()
  return (
    <AuthLayout>
      <Form
        title={title}
        lead={hasLink && children === undefined ? lead : undefined}
        messages={hasLink ? messages : [strings.noLink]}
        onSubmit={() => void submit()}
      >
        {children === undefined ? (
          <Button ref={focus} type="submit" size="lg" wide loading={busy} disabled={!hasLink}>
            {label}
          </Button>
        ) : (
          <div ref={focus} tabIndex={-1}>
            {children}
          </div>
        )}
        <p className={styles.aside}>
          <TextLink to={routes.login}>{code.backToLogin}</TextLink>
        </p>
      </Form>
    </AuthLayout>
  )
}
