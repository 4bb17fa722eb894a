import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useReducer } from 'react'
import type { Answer } from '#shared/calls/answer.ts'
import type { z } from 'zod'
import type { LoginAnswer } from '#shared/calls/auth.ts'
import type { passkeyAssertion } from '#shared/calls/factors.ts'
import { post } from '#web/platform/api/client.ts'
import { routes } from '#web/platform/paths.ts'
import { dropExpiredSession, signIn } from '#web/platform/session/session.ts'
import { removeUser, type SavedUser } from '#web/platform/session/storage.ts'
import { type LoginFields, initialLogin, loginReducer, type LoginState, outcomeOf } from './loginState.ts'
import {
  clearCodeSteps,
  hasCodeEnded,
  type CodeStepReference,
  storeCodeStep,
  storePasswordStep,
} from './stepReferences.ts'

/** The proof of a second step: a one-time code of an e-mail or an app, a recovery code, or a passkey. */
export type SecondProof = { otp: string } | { recovery_code: string } | { passkey: z.input<typeof passkeyAssertion> }

export type SecondStepProps = {
  state: LoginState
  email: string
  /** The dialog has a title of its own. */
  isInDialog?: boolean
  onVerify: (proof: SecondProof) => Promise<void>
  /** Sends another code by e-mail, and returns whether it was sent. */
  onResend: () => Promise<boolean>
  /** The button that leads back. */
  children: ReactNode
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address with which a first password was used: it logs in again once the password is changed. */
    email?: string
  }
}

/** Log-in in one or two steps. The route decides where a signed-in user goes. */
export function useLogin(saved: SavedUser | undefined, interrupted?: CodeStepReference) {
  const [state, dispatch] = useReducer(loginReducer, initialLogin(saved, interrupted))
  const navigate = useNavigate()

  const handleAnswer = async (answer: Answer<LoginAnswer>, email?: string) => {
    if (endsStep(answer)) clearCodeSteps()
    if (signIn(answer)) return
    dispatch({ type: 'answered', answer })
    const outcome = outcomeOf(answer)
    if (outcome.is !== 'new-password') return
    storePasswordStep(outcome.hash)
    dropExpiredSession()
    await navigate({ to: routes.changePassword, state: { ...(email !== undefined && { email }) } })
  }
  const send = async ({ email, password }: LoginFields, remember: boolean) => {
    dispatch({ type: 'sent' })
    const answer = await post('auth/login', { email: email.trim(), password, remember })
    storeSecondStep(email.trim(), answer)
    await handleAnswer(answer, email.trim())
    return answer.Status === 'success'
  }
  const verify = async (proof: SecondProof) => {
    dispatch({ type: 'sent' })
    await handleAnswer(await post('auth/verify', { reference: state.reference ?? '', ...proof }))
  }
  /** Sends another code by e-mail for the second step, without the password. */
  const resend = async () => {
    dispatch({ type: 'sent' })
    const answer = await post('auth/verify/email', { reference: state.reference ?? '' })
    await handleAnswer(answer)
    return answer.Status === 'success'
  }
  /** Forgets the remembered user and returns to the first step. */
  const startOver = () => {
    removeUser()
    clearCodeSteps()
    dispatch({ type: 'account-switched' })
  }
  return { state, send, verify, resend, startOver }
}

/** Signed in, sent to another page, or without a code that could still be entered. */
const endsStep = (answer: Answer<LoginAnswer>) =>
  hasCodeEnded(answer) || ['signed-in', 'new-password'].includes(outcomeOf(answer).is)

function storeSecondStep(email: string, answer: Answer<LoginAnswer>) {
  const outcome = outcomeOf(answer)
  if (outcome.is !== 'second-step') return
  storeCodeStep('loginStep', { email, reference: outcome.reference, methods: outcome.methods })
}
