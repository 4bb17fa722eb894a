import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { EmailField } from '#web/account/fields/CredentialFields.tsx'
import { post } from '#web/platform/api/client.ts'
import { noProblems, problemsIn } from '#web/platform/api/problems.ts'
import { failureOf, unwrapAnswer } from '#web/platform/api/query.ts'
import { TextLink } from '#web/platform/navigation/links.tsx'
import { routes } from '#web/platform/paths.ts'
import { isTransientError } from '#web/platform/session/decisions.ts'
import { currentStrings, useStrings } from '#web/platform/strings/strings.ts'
import { showToast } from '#web/platform/toasts/toasts.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SectionSpinner } from '#web/ui/Spinner.tsx'
import { ErrorState } from '#web/ui/States.tsx'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { AuthLayout } from './AuthLayout.tsx'
import { Form } from './Form.tsx'
import { isEmail } from './loginState.ts'
import { storePasswordStep, consumeLink } from './stepReferences.ts'
import styles from './Form.module.css'

/** Requests an e-mail with a reset link, or validates the link that led here. */
export function ForgotPasswordScreen() {
  const { forgot: strings } = useStrings()
  const [link] = useState(consumeLink)
  return (
    <AuthLayout>{link === undefined ? <RequestLink /> : <CheckLink link={link} label={strings.checking} />}</AuthLayout>
  )
}

/** Requests a reset link. The answer does not reveal whether the address has an account. */
function RequestLink() {
  const { forgot: strings, login, code } = useStrings()
  const { email, setEmail, isWrong, busy, problems, sentTo, request, field } = useLinkRequest()
  return (
    <Form title={strings.title} lead={strings.lead} messages={problems.messages} onSubmit={() => void request()}>
      {sentTo !== undefined && <LinkSent to={sentTo} />}
      <EmailField
        isFirst
        ref={field}
        value={email}
        error={isWrong ? login.emailNeeded : problems.fields['Email']}
        onChange={setEmail}
      />
      <Button type="submit" size="lg" wide loading={busy}>
        {strings.submit}
      </Button>
      <p className={styles.aside}>
        <TextLink to={routes.login}>{code.backToLogin}</TextLink>
      </p>
    </Form>
  )
}

function LinkSent({ to }: { to: string }) {
  const { forgot: strings } = useStrings()
  return (
    <Alert tone="good" title={strings.sentTitle}>
      <p>{strings.sent}</p>
      <p className={styles.address}>
        <bdi dir="ltr">{to}</bdi>
      </p>
      <p>{strings.minutes(limits.code.reset_minutes)}</p>
    </Alert>
  )
}

function useLinkRequest() {
  const [email, typeEmail] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { isRunning: busy, runOnce } = useSingleRun()
  const [problems, setProblems] = useState(noProblems)
  const [sentTo, setSentTo] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  const setEmail = (text: string) => {
    typeEmail(text)
    setWrong(false)
    setProblems(noProblems)
  }
  const request = async () => {
    setWrong(!isEmail(email))
    if (!isEmail(email)) {
      field.current?.focus()
      return
    }
    setSentTo(undefined)
    const answer = await runOnce(() => post('auth/password/resetInit', { Email: email.trim() }))
    if (!answer) return
    setProblems(problemsIn(answer))
    if (answer.Status === 'success') setSentTo(email.trim())
  }
  return { email, setEmail, isWrong, busy, problems, sentTo, request, field }
}

/** Validates a reset link: leads to the new password, or back to the log-in. */
function CheckLink({ link, label }: { link: string; label: string }) {
  const { errors, actions } = useStrings()
  const check = useLinkCheck(link)

  if (check.isSuccess) return <Navigate to={routes.changePassword} replace />
  if (!check.isError) return <SectionSpinner label={label} />

  const failure = failureOf(check.error)
  if (failure && !isTransientError(failure.code)) return <BadLink />
  return (
    <ErrorState
      title={errors.title}
      {...(failure && { message: failure.Message })}
      retryLabel={actions.retry}
      onRetry={() => void check.refetch()}
      retrying={check.isFetching}
    />
  )
}

function BadLink() {
  useEffect(() => showToast('bad', currentStrings().forgot.badLink), [])
  return <Navigate to={routes.login} replace />
}

function useLinkCheck(link: string) {
  return useQuery({
    queryKey: ['auth/password/resetValidate', link],
    queryFn: async () => {
      const { Ref } = unwrapAnswer(await post('auth/password/resetValidate', { ref: link }))
      storePasswordStep(Ref)
      return true
    },
    // A link is valid once, so it is never validated again automatically.
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  })
}
