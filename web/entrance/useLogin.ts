import { useReducer } from 'react'
import { post } from '#web/api/client.ts'
import { signIn } from '#web/session/session.ts'
import { forgetUser, readUser } from '#web/session/storage.ts'
import { type LoginFields, loginReducer, type LoginState } from './loginState.ts'

/** Signing in. Where it leads afterwards is the route's to say. */
export function useLogin() {
  const [state, dispatch] = useReducer(loginReducer, undefined, begin)

  const send = async ({ email, password }: LoginFields, remember: boolean) => {
    dispatch({ type: 'sent' })
    const answer = await post('auth/login', { email: email.trim(), password, remember })
    if (!signIn(answer)) dispatch({ type: 'answered', answer })
  }
  const switchAccount = () => {
    forgetUser()
    dispatch({ type: 'account-switched' })
  }
  return { state, send, switchAccount }
}

const begin = (): LoginState => ({ saved: readUser(), phase: { at: 'ready' } })
