import { Menu } from '@mantine/core'
import { useState } from 'react'
import { signOut, useSession } from '#web/session/session.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { routes } from '#web/paths.ts'
import { ButtonLink } from './links.tsx'
import { showAnswer } from './toasts.ts'
import styles from './UserMenu.module.css'

/** Who is signed in, and the way out; for a guest, the way in. */
export function UserMenu() {
  const session = useSession()
  const { top } = useStrings()
  if (session.at !== 'signed-in')
    return (
      <ButtonLink to={routes.login} size="sm" variant="soft" icon="login">
        {top.login}
      </ButtonLink>
    )
  return <SignedIn user={session.decoded.user} />
}

type Person = { name: string; email: string; avatar: string | null }

function SignedIn({ user }: { user: Person }) {
  const { top } = useStrings()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    const answer = await signOut()
    if (answer.Status === 'error') showAnswer(answer)
    setLeaving(false)
  }
  return (
    <Menu position="bottom-end" offset={8} width={250} closeOnItemClick={false}>
      <Menu.Target>
        <button type="button" className={styles.button} aria-label={top.account(user.name)} title={user.name}>
          <Avatar name={user.name} src={user.avatar} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.person}>
          <Avatar name={user.name} src={user.avatar} size={42} />
          <div className={styles.names}>
            <strong>{user.name}</strong>
            <bdi dir="ltr">{user.email}</bdi>
          </div>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="logout" size={18} />} disabled={leaving} onClick={() => void leave()}>
          {top.logout}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
