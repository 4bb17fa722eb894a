import { Popover } from '@mantine/core'
import { type Ref, Suspense, useState } from 'react'
import { routes } from '#web/platform/paths.ts'
import { hasUnfinishedWork } from '#web/platform/navigation/navigation.ts'
import { signOut } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Avatar, AvatarButton } from '#web/ui/Avatar.tsx'
import { countDrafts } from '#web/registry/form/eraseDrafts.ts'
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

export type UserInfo = { id: number; name: string; email: string; avatar: string | null }

/** What a log-out ends or erases: work of this tab that is being sent, and stored drafts. */
type Unfinished = { isSending: boolean; drafts: number }

type Props = { user: UserInfo; isOpenAtFirst: boolean; ref: Ref<HTMLButtonElement> }

/** The button of the signed-in user, and a panel with their account and the log-out. */
export function UserMenu({ user, isOpenAtFirst, ref }: Props) {
  const { top } = useStrings()
  const [opened, setOpened] = useState(isOpenAtFirst)
  const [asked, setAsked] = useState<'password' | Unfinished>()
  const ask = (question: typeof asked) => {
    setOpened(false)
    setAsked(question)
  }
  const close = () => setAsked(undefined)
  const { isSigningOut, begin, leave } = useSignOut(user, ask)
  return (
    <>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" offset={12} width={260} trapFocus returnFocus>
        <Popover.Target>
          <AvatarButton ref={ref} user={user} label={top.account(user.name)} onClick={() => setOpened(!opened)} />
        </Popover.Target>
        <Popover.Dropdown className={styles.panel} aria-label={top.account(user.name)}>
          <UserSummary user={user} />
          <UserActions
            isSigningOut={isSigningOut}
            onClose={() => setOpened(false)}
            onChangePassword={() => ask('password')}
            onSignOut={() => void begin()}
          />
        </Popover.Dropdown>
      </Popover>
      <Suspense>
        {asked === 'password' && <ChangePasswordDialog email={user.email} onClose={close} />}
        {typeof asked === 'object' && (
          <UnfinishedDialog {...asked} isSigningOut={isSigningOut} onStay={close} onLeave={() => void leave()} />
        )}
      </Suspense>
    </>
  )
}

type UnfinishedProps = Unfinished & { isSigningOut: boolean; onStay: () => void; onLeave: () => void }

function UnfinishedDialog({ isSending, drafts, isSigningOut, onStay, onLeave }: UnfinishedProps) {
  const { top, form } = useStrings()
  return (
    <ConfirmDialog
      opened
      danger
      title={isSending ? top.unfinished.title : form.unsaved.title}
      cancelLabel={top.unfinished.stay}
      confirmLabel={top.logout}
      busy={isSigningOut}
      onCancel={onStay}
      onConfirm={onLeave}
    >
      {drafts > 0 && <p>{top.drafts(drafts)}</p>}
      {isSending && <p>{top.unfinished.more}</p>}
    </ConfirmDialog>
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

/** `begin` asks first about work that is unfinished. */
function useSignOut(user: UserInfo, ask: (unfinished: Unfinished) => void) {
  const [isSigningOut, setSigningOut] = useState(false)
  const leave = async () => {
    setSigningOut(true)
    const answer = await signOut()
    if (answer.Status === 'error') showAnswer(answer)
    setSigningOut(false)
  }
  const begin = async () => {
    setSigningOut(true)
    const unfinished = { isSending: hasUnfinishedWork(), drafts: await countDrafts(user) }
    setSigningOut(false)
    if (unfinished.isSending || unfinished.drafts > 0) ask(unfinished)
    else await leave()
  }
  return { isSigningOut, begin, leave }
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
