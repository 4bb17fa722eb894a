import { Entrance } from './Entrance.tsx'
import { LoginForm } from './LoginForm.tsx'

/** Where a guest comes in. */
export function LoginScreen() {
  return (
    <Entrance>
      <LoginForm />
    </Entrance>
  )
}
