import { useNavigate } from '@tanstack/react-router'
import { useReducer } from 'react'
import type { Answer } from '#shared/calls/answer.ts'
import type { LoginAnswer } from '#shared/calls/auth.ts'
import { post } from '#web/platform/api/client.ts'
import { routes } from '#web/platform/paths.ts'
import { dropExpiredSession, signIn } from '#web/platform/session/session.ts'
import { removeUser, type SavedUser } from '#web/platform/session/storage.ts'
import { type LoginFields, loginBegins, loginReducer, outcomeOf } from './loginState.ts'
import { keepPasswordStep } from './passwordStep.ts'

/** Signing in, in one step or two. Where it leads afterwards is the route's to say. */
export function useLogin(saved: SavedUser | undefined) {
  const [state, dispatch] = useReducer(loginReducer, saved, loginBegins)
  const navigate = useNavigate()

  const take = async (answer: Answer<LoginAnswer>) => {
    if (signIn(answer)) return
    dispatch({ type: 'answered', answer })
    const outcome = outcomeOf(answer)
    if (outcome.is !== 'new-password') return
    keepPasswordStep(outcome.hash)
    dropExpiredSession()
    await navigate({ to: routes.changePassword })
  }
  const send = async ({ email, password }: LoginFields, remember: boolean) => {
    dispatch({ type: 'sent' })
    await take(await post('auth/login', { email: email.trim(), password, remember }))
  }
  const verify = async (otp: string) => {
    dispatch({ type: 'sent' })
    await take(await post('auth/verify', { reference: state.reference ?? '', otp }))
  }
  /** Back to a form in which nobody is known. */
  const startOver = () => {
    removeUser()
    dispatch({ type: 'account-switched' })
  }
  return { state, send, verify, startOver }
}
