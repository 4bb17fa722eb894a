import { useReducer } from 'react'
import { post } from '#web/api/client.ts'
import { signIn } from '#web/session/session.ts'
import { isProved, registrationBegins, registrationReducer } from './registration.ts'

/** The way to an account: an address, the code that proves it, and the person. */
export function useRegistration() {
  const [state, dispatch] = useReducer(registrationReducer, registrationBegins)
  const { typed, sent, code } = state

  const sendCode = async () => {
    const email = typed.Email.trim()
    dispatch({ type: 'sent' })
    const answer = await post('guest/initEmail', { Email: email })
    if (answer.Status === 'error') dispatch({ type: 'refused', answer })
    else dispatch({ type: 'code-sent', email, reference: answer.Reference })
  }
  const proveEmail = async (typedCode: string) => {
    dispatch({ type: 'sent' })
    const answer = await post('guest/completeEmail', { EmailReference: sent?.reference ?? '', EmailOtp: typedCode })
    if (answer.Status === 'error') dispatch({ type: 'refused', answer })
    else dispatch({ type: 'code-proved', code: typedCode })
  }
  const register = async () => {
    dispatch({ type: 'sent' })
    const answer = await post('guest/register', {
      Email: sent?.email ?? '',
      EmailReference: sent?.reference ?? '',
      EmailOtp: code ?? '',
      Fullname: typed.Fullname,
      Password: typed.Password,
      Password_confirmation: typed.Password_confirmation,
      Terms: true,
    })
    if (!signIn(answer)) dispatch({ type: 'refused', answer })
  }
  return {
    state,
    type: (change: Partial<typeof typed>) => dispatch({ type: 'typed', change }),
    goTo: (step: typeof state.step) => dispatch({ type: 'went', step }),
    /** From the address to its code, or past it when it was proved already. */
    leaveEmail: async () => (isProved(state) ? dispatch({ type: 'went', step: 'person' }) : sendCode()),
    sendCode,
    proveEmail,
    register,
  }
}
