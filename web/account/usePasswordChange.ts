import { useState } from 'react'
import { post } from '#web/api/client.ts'
import { noProblems, problemsIn, without } from '#web/api/problems.ts'
import type { NewPassword } from '#web/fields/newPassword.ts'
import { passwordProblems } from '#web/fields/passwordProblems.ts'
import { useFirstWrong } from '#web/fields/useFirstWrong.ts'
import { showToast } from '#web/shell/toasts.ts'
import { type Strings, useStrings } from '#web/strings/strings.ts'

type Typed = NewPassword & { CurrentPassword: string }

/** Changing the own password; `onDone` once it has been changed. */
export function usePasswordChange(onDone: () => void) {
  const words = useStrings()
  const [typed, setTyped] = useState<Typed>({ CurrentPassword: '', Password: '', Password_confirmation: '' })
  const [problems, setProblems] = useState(noProblems)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const { form, goToFirstWrong } = useFirstWrong()
  const own = ownProblems(typed, words)

  const submit = async () => {
    if (busy) return
    setTried(true)
    if (Object.keys(own).length > 0) {
      goToFirstWrong()
      return
    }
    setBusy(true)
    const answer = await post('auth/password/change', typed)
    setBusy(false)
    setProblems(problemsIn(answer))
    if (answer.Status === 'error') {
      goToFirstWrong()
      return
    }
    showToast('good', words.newPassword.changed)
    onDone()
  }
  const change = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part })
    setProblems(without(problems, ...Object.keys(part)))
  }
  const errors: Record<string, string | undefined> = { ...problems.fields, ...(tried && own) }
  return { typed, change, errors, messages: problems.messages, busy, submit, form }
}

const ownProblems = (typed: Typed, words: Strings) => ({
  ...(typed.CurrentPassword === '' && { CurrentPassword: words.newPassword.currentNeeded }),
  ...passwordProblems(typed, words),
})
