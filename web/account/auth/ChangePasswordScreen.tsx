import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type NewPassword, passwordProblems } from '#web/account/fields/newPassword.ts'
import { NewPasswordFields } from '#web/account/fields/NewPasswordFields.tsx'
import { useFirstWrong } from '#web/account/fields/useFirstWrong.ts'
import { post } from '#web/platform/api/client.ts'
import { noProblems, problemsIn, withoutProblemsOf } from '#web/platform/api/problems.ts'
import { routes } from '#web/platform/paths.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { showToast } from '#web/platform/toasts/toasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { Form } from './Form.tsx'
import { forgetPasswordStep, readPasswordStep } from './passwordStep.ts'

/** A new password, for whoever followed a link or has to choose one. */
export function ChangePasswordScreen() {
  return (
    <AuthLayout>
      <ChangePassword />
    </AuthLayout>
  )
}

function ChangePassword() {
  const { newPassword: words, code } = useStrings()
  const { typed, change, errors, messages, busy, submit, leave, form } = useChoosing()
  return (
    <Form ref={form} title={words.title} lead={words.lead} messages={messages} onSubmit={() => void submit()}>
      <NewPasswordFields value={typed} errors={errors} onChange={change} />
      <Button type="submit" size="lg" wide loading={busy}>
        {words.submit}
      </Button>
      <Button variant="ghost" wide icon="back" onClick={() => void leave()}>
        {code.backToLogin}
      </Button>
    </Form>
  )
}

function useChoosing() {
  const words = useStrings()
  const navigate = useNavigate()
  const [typed, setTyped] = useState<NewPassword>({ Password: '', Password_confirmation: '' })
  const [problems, setProblems] = useState(noProblems)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const { form, goToFirstWrong } = useFirstWrong()
  const own = passwordProblems(typed, words)

  const leave = async () => {
    forgetPasswordStep()
    await navigate({ to: routes.login })
  }
  const submit = async () => {
    if (busy) return
    setTried(true)
    if (Object.keys(own).length > 0) {
      goToFirstWrong()
      return
    }
    setBusy(true)
    const answer = await post('auth/password/resetComplete', { ref: readPasswordStep() ?? '', ...typed })
    setBusy(false)
    if (answer.Status === 'success') showToast('good', words.newPassword.changedLogin)
    else if (answer.code === 'bad-reset-link') showToast('bad', words.forgot.badLink)
    else {
      setProblems(problemsIn(answer))
      goToFirstWrong()
      return
    }
    await leave()
  }
  const change = (part: Partial<NewPassword>) => {
    setTyped({ ...typed, ...part })
    setProblems(withoutProblemsOf(problems, ...Object.keys(part)))
  }
  const errors = { ...problems.fields, ...(tried && own) }
  return { typed, change, errors, messages: problems.messages, busy, submit, leave, form }
}
