import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewApiToken, OwnApiToken } from '#shared/calls/apiTokens.ts'
import { ShownSecret } from '#web/fields/inputs/texts.tsx'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { apiTokenStrings } from '#web/platform/strings/apiTokenStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { dayOf } from '#web/platform/time/ago.ts'
import { Moment } from '#web/platform/time/Moment.tsx'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { DateText } from '#web/ui/Text.tsx'
import account from '../Account.module.css'
import { AccountCard } from '../AccountCard.tsx'
import styles from '../CardRows.module.css'
import form from '../ChangePasswordDialog.module.css'
import { CreateTokenDialog } from './CreateTokenDialog.tsx'

const queryKey = ['auth/tokens']

const useTokens = () =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { data } = unwrapAnswer(await post('auth/tokens', {}, { signal }))
      return { tokens: data, now: Date.now() }
    },
    staleTime: 0,
  })

/** The user's personal API tokens, which are created and revoked here. */
export function ApiTokensCard() {
  const strings = apiTokenStrings[useLanguage()]
  return (
    <AccountCard title={strings.title} lead={strings.lead} wide query={useTokens()}>
      {({ tokens, now }) => <Tokens tokens={tokens} now={now} />}
    </AccountCard>
  )
}

function Tokens({ tokens, now }: { tokens: readonly OwnApiToken[]; now: number }) {
  const strings = apiTokenStrings[useLanguage()]
  const queries = useQueryClient()
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<NewApiToken>()
  const [pending, setPending] = useState<OwnApiToken>()

  const showNew = (token: NewApiToken) => {
    void queries.invalidateQueries({ queryKey })
    setCreating(false)
    setCreated(token)
  }
  return (
    <>
      {tokens.length === 0 ? (
        <p className={account.lead}>{strings.none}</p>
      ) : (
        <ul className={styles.list}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} now={now} onRevoke={() => setPending(token)} />
          ))}
        </ul>
      )}
      <div>
        <Button variant="outline" size="sm" icon="plus" onClick={() => setCreating(true)}>
          {strings.create}
        </Button>
      </div>
      {isCreating && <CreateTokenDialog onCreated={showNew} onClose={() => setCreating(false)} />}
      {created && <NewTokenDialog token={created} onClose={() => setCreated(undefined)} />}
      {pending && <RevokeDialog token={pending} onClose={() => setPending(undefined)} />}
    </>
  )
}

type TokenRowProps = { token: OwnApiToken; now: number; onRevoke: () => void }

function TokenRow({ token, now, onRevoke }: TokenRowProps) {
  const language = useLanguage()
  const strings = apiTokenStrings[language]
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon name="key" size={22} />
      </span>
      <div className={styles.what}>
        <p className={styles.name}>
          <bdi>{token.name}</bdi>
        </p>
        <p className={styles.more}>{token.scopes.map((scope) => strings.scope[scope]).join(' · ')}</p>
        <p className={styles.more}>
          {token.used_at === null ? (
            strings.unused
          ) : (
            <>
              {strings.used}: <Moment at={token.used_at} now={now} />
            </>
          )}
          <span aria-hidden="true"> · </span>
          {strings.ends}: <DateText day={dayOf(token.ends_at)} language={language} />
        </p>
      </div>
      <Button variant="ghost" size="sm" icon="trash" aria-label={strings.revokeOf(token.name)} onClick={onRevoke}>
        {strings.revoke}
      </Button>
    </li>
  )
}

/** The token is shown only once: the dialog closes by its button only. */
function NewTokenDialog({ token, onClose }: { token: NewApiToken; onClose: () => void }) {
  const { actions } = useStrings()
  const strings = apiTokenStrings[useLanguage()]
  return (
    <Dialog opened title={strings.newTitle}>
      <div className={form.form}>
        <p>{strings.once}</p>
        <ShownSecret label={token.data.name} secret={token.Token} />
        <Button onClick={onClose}>{actions.close}</Button>
      </div>
    </Dialog>
  )
}

function RevokeDialog({ token, onClose }: { token: OwnApiToken; onClose: () => void }) {
  const { actions } = useStrings()
  const strings = apiTokenStrings[useLanguage()]
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)

  const revoke = async () => {
    setBusy(true)
    const answer = await post('auth/tokens/revoke', { id: token.id })
    await queries.invalidateQueries({ queryKey })
    if (answer.Status === 'success') showToast('good', strings.revoked)
    else showAnswer(answer)
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      danger
      busy={busy}
      title={strings.revokeTitle}
      cancelLabel={actions.cancel}
      confirmLabel={strings.revoke}
      onCancel={onClose}
      onConfirm={() => void revoke()}
    >
      {strings.revokeMore}
    </ConfirmDialog>
  )
}
