import { useSession } from '#web/session/session.ts'

/** Whether the subscription of whoever reads allows copying. The server asks again at every copy. */
export function useMayCopy(): boolean {
  const session = useSession()
  return session.at === 'signed-in' && session.decoded.user.subscription?.copy_access === true
}
