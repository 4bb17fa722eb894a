import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type NewPassword, passwordProblems, NewPasswordFields } from '#web/account/fields/NewPasswordFields.tsx'
import { useFocusFirstError } from '#web/ui/useFocusFirstError.ts'
import { post } from '#web/platform/api/client.ts'
import { noProblems, problemsIn, withoutProblemsOf } from '#web/platform/api/problems.ts'
import { routes } from '#web/platform/paths.ts'
import { reloadPermissions } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { showToast } from '#web/platform/toasts/toasts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { AuthLayout } from './AuthLayout.tsx'
import { Form } from './Form.tsx'
import { clearPasswordStep, readPasswordStep } from './stepReferences.ts'

/** Sets a new password after a reset link, or after a log-in that requires it. */
export function ChangePasswordScreen() {
  return (
    <AuthLayout>
      <ChangePassword />
    </AuthLayout>
  )
}

function ChangePassword() {
  const { newPassword: strings, code } = useStrings()
  const { typed, change, errors, messages, busy, submit, leave, form } = useNewPassword()
  return (
    <Form ref={form} title={strings.title} lead={strings.lead} messages={messages} onSubmit={() => void submit()}>
      <NewPasswordFields autoFocus value={typed} errors={errors} onChange={change} />
      <Button type="submit" size="lg" wide loading={busy}>
        {strings.submit}
      </Button>
      <Button variant="ghost" wide icon="back" onClick={() => void leave()}>
        {code.backToLogin}
      </Button>
    </Form>
  )
}

function useNewPassword() {
  const strings = useStrings()
  const navigate = useNavigate()
  const { email } = useLocation({ select: ({ state }) => state })
  const [typed, setTyped] = useState<NewPassword>({ Password: '', Password_confirmation: '' })
  const [problems, setProblems] = useState(noProblems)
  const [isTried, setIsTried] = useState(false)
  const { isRunning: busy, runOnce } = useSingleRun()
  const { form, focusFirstError } = useFocusFirstError()
  const clientProblems = passwordProblems(typed, strings)

  const leave = async () => {
    clearPasswordStep()
    await navigate({ to: routes.login, state: { ...(email !== undefined && { email }) } })
  }
  const sendPassword = async () => {
    const answer = await post('auth/password/resetComplete', { ref: readPasswordStep() ?? '', ...typed })
    // The change ends every session of its account, which may be that of this browser.
    if (answer.Status === 'success') await reloadPermissions()
    return answer
  }
  const submit = async () => {
    setIsTried(true)
    if (Object.keys(clientProblems).length > 0) {
      focusFirstError()
      return
    }
    const answer = await runOnce(sendPassword)
    if (!answer) return
    if (answer.Status === 'success') showToast('good', strings.newPassword.changedLogin)
    else if (answer.code === 'bad-reset-link') showToast('bad', strings.forgot.badLink)
    else {
      setProblems(problemsIn(answer))
      focusFirstError()
      return
    }
    await leave()
  }
  const change = (changes: Partial<NewPassword>) => {
    setTyped({ ...typed, ...changes })
    setProblems(withoutProblemsOf(problems, ...Object.keys(changes)))
  }
  const errors = { ...problems.fields, ...(isTried && clientProblems) }
  return { typed, change, errors, messages: problems.messages, busy, submit, leave, form }
}
