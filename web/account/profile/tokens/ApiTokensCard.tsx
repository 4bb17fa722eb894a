import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Checkbox, Radio, TextInput } from '@mantine/core'
import { dayInMaldives } from '#shared/text/format/dates.ts'
import type { NewApiToken, OwnApiToken } from '#shared/calls/apiTokens.ts'
import { type ApiTokenScope, apiTokenScopes, isUsefulScope } from '#shared/apiTokenScopes.ts'
import { limits } from '#shared/limits.ts'
import { ShownSecret } from '#web/fields/inputs/texts.tsx'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { apiTokenStrings } from '#web/platform/strings/apiTokenStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Moment } from '#web/platform/time/Moment.tsx'
import { showOutcome } from '#web/platform/toasts/toasts.tsx'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { useReturnFocus } from '#web/ui/dialogs/useLazyDialog.ts'
import { Icon } from '#web/ui/icons.tsx'
import { DateText } from '#web/ui/Text.tsx'
import { fieldClasses } from '#web/account/fields/fieldClasses.ts'
import { useAbilities } from '#web/platform/session/session.ts'
import { AccountCard } from '#web/account/profile/AccountCard.tsx'
import { PasswordDialog } from '#web/account/profile/factors/PasswordForm.tsx'
import account from '#web/account/profile/Account.module.css'
import styles from '#web/account/profile/CardRows.module.css'
import form from '#web/account/profile/ChangePasswordDialog.module.css'
import dialogStyles from './ApiTokensCard.module.css'

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
  const create = useRef<HTMLButtonElement>(null)
  useReturnFocus(isCreating || created !== undefined || pending !== undefined, { fallback: create })

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
        <Button ref={create} variant="outline" size="sm" icon="plus" onClick={() => setCreating(true)}>
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
          {strings.created}: <DateText day={dayInMaldives(token.created_at)} language={language} />
          <span aria-hidden="true"> · </span>
          {token.used_at === null ? (
            strings.unused
          ) : (
            <>
              {strings.used}: <Moment at={token.used_at} now={now} />
            </>
          )}
          <span aria-hidden="true"> · </span>
          {strings.ends}: <DateText day={dayInMaldives(token.ends_at)} language={language} />
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
  const { isRunning, runOnce } = useSingleRun()

  const revoke = async () => {
    const answer = await post('auth/tokens/revoke', { id: token.id })
    await queries.invalidateQueries({ queryKey })
    showOutcome(answer, strings.revoked)
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      danger
      busy={isRunning}
      title={strings.revokeTitle}
      cancelLabel={actions.cancel}
      confirmLabel={strings.revoke}
      onCancel={onClose}
      onConfirm={() => void runOnce(revoke)}
    >
      {strings.revokeMore}
    </ConfirmDialog>
  )
}

type Props = { onCreated: (token: NewApiToken) => void; onClose: () => void }

const lifetimes = [30, 90, limits.apiToken.days] as const
type NewToken = { Name: string; Scopes: ApiTokenScope[]; Days: number }

/** Creates a personal API token: its name, what it allows, how long it is valid, and the current password. */
function CreateTokenDialog({ onCreated, onClose }: Props) {
  const strings = apiTokenStrings[useLanguage()]
  const [typed, setTyped] = useState<NewToken>({ Name: '', Scopes: ['library'], Days: lifetimes[0] })
  const [isTried, setTried] = useState(false)
  const isNameMissing = typed.Name.trim() === ''
  const isScopeMissing = typed.Scopes.length === 0

  return (
    <PasswordDialog
      title={strings.create}
      submitLabel={strings.create}
      isComplete={() => {
        setTried(true)
        return !isNameMissing && !isScopeMissing
      }}
      send={(CurrentPassword) => post('auth/tokens/create', { CurrentPassword, ...typed })}
      onDone={onCreated}
      onClose={onClose}
    >
      <TextInput
        size="lg"
        name="token-name"
        data-autofocus
        label={strings.name}
        description={strings.nameHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        maxLength={limits.apiToken.name_letters}
        classNames={fieldClasses}
        value={typed.Name}
        error={isTried && isNameMissing ? strings.nameNeeded : undefined}
        onChange={(event) => setTyped({ ...typed, Name: event.currentTarget.value })}
      />
      <ScopeChoice
        value={typed.Scopes}
        error={isTried && isScopeMissing ? strings.scopesNeeded : undefined}
        onChange={(Scopes) => setTyped({ ...typed, Scopes })}
      />
      <Radio.Group
        name="token-days"
        label={strings.days}
        value={String(typed.Days)}
        onChange={(days) => setTyped({ ...typed, Days: Number(days) })}
      >
        <div className={dialogStyles.row}>
          {lifetimes.map((days) => (
            <Radio key={days} value={String(days)} label={strings.dayCount(days)} />
          ))}
        </div>
      </Radio.Group>
    </PasswordDialog>
  )
}

type ScopeChoiceProps = {
  value: ApiTokenScope[]
  error: string | undefined
  onChange: (value: ApiTokenScope[]) => void
}

/** The scopes that the user has permissions for. */
function ScopeChoice({ value, error, onChange }: ScopeChoiceProps) {
  const strings = apiTokenStrings[useLanguage()]
  const abilities = useAbilities()
  return (
    <Checkbox.Group
      label={strings.scopes}
      value={value}
      error={error}
      onChange={(chosen) => onChange(apiTokenScopes.filter((scope) => chosen.includes(scope)))}
    >
      <div className={dialogStyles.column}>
        {apiTokenScopes
          .filter((scope) => isUsefulScope(scope, abilities))
          .map((scope) => (
            <Checkbox key={scope} value={scope} label={strings.scope[scope]} />
          ))}
      </div>
    </Checkbox.Group>
  )
}
