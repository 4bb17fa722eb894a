import { Popover } from '@mantine/core'
import { Suspense, useState } from 'react'
import { routes } from '#web/platform/paths.ts'
import { signOut, useSession } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { ButtonLink } from '#web/platform/navigation/links.tsx'
import { showAnswer } from '#web/platform/toasts/toasts.tsx'
import styles from './UserMenu.module.css'

const ChangePasswordDialog = lazyWithRetry(
  () => import('#web/account/profile/ChangePasswordDialog.tsx'),
  'ChangePasswordDialog',
)

/** The signed-in user and the sign-out button; for a guest, the login link. */
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

type UserInfo = { name: string; email: string; avatar: string | null }

function SignedIn({ user }: { user: UserInfo }) {
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
          <UserSummary user={user} />
          <UserActions onClose={() => setOpened(false)} onChangePassword={changePassword} />
        </Popover.Dropdown>
      </Popover>
      <Suspense>
        {isChanging && <ChangePasswordDialog email={user.email} onClose={() => setChanging(false)} />}
      </Suspense>
    </>
  )
}

function UserSummary({ user }: { user: UserInfo }) {
  return (
    <div className={styles.user}>
      <Avatar name={user.name} src={user.avatar} size={42} />
      <div className={styles.names}>
        <strong>{user.name}</strong>
        <bdi dir="ltr">{user.email}</bdi>
      </div>
    </div>
  )
}

type UserActionsProps = { onClose: () => void; onChangePassword: () => void }

function UserActions({ onClose, onChangePassword }: UserActionsProps) {
  const { top } = useStrings()
  const [isSigningOut, setSigningOut] = useState(false)
  const handleSignOut = async () => {
    setSigningOut(true)
    const answer = await signOut()
    if (answer.Status === 'error') showAnswer(answer)
    setSigningOut(false)
  }
  return (
    <div className={styles.actions}>
      <ButtonLink to={routes.account} variant="ghost" icon="user" className={styles.action ?? ''} onClick={onClose}>
        {top.myAccount}
      </ButtonLink>
      <Button variant="ghost" icon="key" className={styles.action ?? ''} onClick={onChangePassword}>
        {top.changePassword}
      </Button>
      <Button variant="soft" icon="logout" wide loading={isSigningOut} onClick={() => void handleSignOut()}>
        {top.logout}
      </Button>
    </div>
  )
}
