import { Popover } from '@mantine/core'
import { Suspense, useState } from 'react'
import { routes } from '#web/platform/paths.ts'
import { hasUnfinishedWork } from '#web/platform/navigation/navigation.ts'
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
const ConfirmDialog = lazyWithRetry(() => import('#web/ui/dialogs/ConfirmDialog.tsx'), 'ConfirmDialog')

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
  const [asked, setAsked] = useState<'password' | 'unfinished'>()
  const { isSigningOut, leave } = useSignOut()
  const ask = (question: typeof asked) => {
    setOpened(false)
    setAsked(question)
  }
  const close = () => setAsked(undefined)
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
          <UserActions
            isSigningOut={isSigningOut}
            onClose={() => setOpened(false)}
            onChangePassword={() => ask('password')}
            onSignOut={() => (hasUnfinishedWork() ? ask('unfinished') : void leave())}
          />
        </Popover.Dropdown>
      </Popover>
      <Suspense>
        {asked === 'password' && <ChangePasswordDialog email={user.email} onClose={close} />}
        {asked === 'unfinished' && (
          <ConfirmDialog
            opened
            danger
            title={top.unfinished.title}
            cancelLabel={top.unfinished.stay}
            confirmLabel={top.logout}
            busy={isSigningOut}
            onCancel={close}
            onConfirm={() => void leave()}
          >
            {top.unfinished.more}
          </ConfirmDialog>
        )}
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

function useSignOut() {
  const [isSigningOut, setSigningOut] = useState(false)
  const leave = async () => {
    setSigningOut(true)
    const answer = await signOut()
    if (answer.Status === 'error') showAnswer(answer)
    setSigningOut(false)
  }
  return { isSigningOut, leave }
}

type UserActionsProps = {
  isSigningOut: boolean
  onClose: () => void
  onChangePassword: () => void
  onSignOut: () => void
}

function UserActions({ isSigningOut, onClose, onChangePassword, onSignOut }: UserActionsProps) {
  const { top } = useStrings()
  return (
    <div className={styles.actions}>
      <ButtonLink to={routes.account} variant="ghost" icon="user" className={styles.action ?? ''} onClick={onClose}>
        {top.myAccount}
      </ButtonLink>
      <Button variant="ghost" icon="key" className={styles.action ?? ''} onClick={onChangePassword}>
        {top.changePassword}
      </Button>
      <Button variant="soft" icon="logout" wide loading={isSigningOut} onClick={onSignOut}>
        {top.logout}
      </Button>
    </div>
  )
}
