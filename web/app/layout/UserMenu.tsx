import { Popover } from '@mantine/core'
import { Suspense, useState } from 'react'
import { routes } from '#web/paths.ts'
import { signOut, useSession } from '#web/session/session.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { later } from '#web/ui/later.ts'
import { ButtonLink } from './links.tsx'
import { showAnswer } from './toasts.ts'
import styles from './UserMenu.module.css'

const ChangePasswordDialog = later(() => import('#web/account/ChangePasswordDialog.tsx'), 'ChangePasswordDialog')

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
  const [opened, setOpened] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const changePassword = () => {
    setOpened(false)
    setChanging(true)
  }
  return (
    <>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" offset={12} width={260} trapFocus returnFocus>
        <Popover.Target>
          <button
            type="button"
            className={styles.button}
            aria-label={top.account(user.name)}
            title={user.name}
            onClick={() => setOpened(!opened)}
          >
            <Avatar name={user.name} src={user.avatar} />
          </button>
        </Popover.Target>
        <Popover.Dropdown className={styles.panel} aria-label={top.account(user.name)}>
          <Who user={user} />
          <Acts onClose={() => setOpened(false)} onChangePassword={changePassword} />
        </Popover.Dropdown>
      </Popover>
      <Suspense>
        {isChanging && <ChangePasswordDialog email={user.email} onClose={() => setChanging(false)} />}
      </Suspense>
    </>
  )
}

function Who({ user }: { user: Person }) {
  return (
    <div className={styles.person}>
      <Avatar name={user.name} src={user.avatar} size={42} />
      <div className={styles.names}>
        <strong>{user.name}</strong>
        <bdi dir="ltr">{user.email}</bdi>
      </div>
    </div>
  )
}

type ActsProps = { onClose: () => void; onChangePassword: () => void }

function Acts({ onClose, onChangePassword }: ActsProps) {
  const { top } = useStrings()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    const answer = await signOut()
    if (answer.Status === 'error') showAnswer(answer)
    setLeaving(false)
  }
  return (
    <div className={styles.acts}>
      <ButtonLink to={routes.account} variant="ghost" icon="user" className={styles.act ?? ''} onClick={onClose}>
        {top.myAccount}
      </ButtonLink>
      <Button variant="ghost" icon="key" className={styles.act ?? ''} onClick={onChangePassword}>
        {top.changePassword}
      </Button>
      <Button variant="soft" icon="logout" wide loading={leaving} onClick={() => void leave()}>
        {top.logout}
      </Button>
    </div>
  )
}
