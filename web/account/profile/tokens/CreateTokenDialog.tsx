import { Checkbox, Radio, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type ApiTokenScope, apiTokenScopes, isUsefulScope } from '#shared/apiTokenScopes.ts'
import type { NewApiToken } from '#shared/calls/apiTokens.ts'
import { limits } from '#shared/limits.ts'
import { fieldClasses } from '#web/account/fields/fieldClasses.ts'
import { post } from '#web/platform/api/client.ts'
import { useSession } from '#web/platform/session/session.ts'
import { apiTokenStrings } from '#web/platform/strings/apiTokenStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { PasswordDialog } from '../factors/PasswordForm.tsx'
import styles from './CreateToken.module.css'

type Props = { onCreated: (token: NewApiToken) => void; onClose: () => void }

const lifetimes = [30, 90, limits.apiToken.days] as const
type NewToken = { Name: string; Scopes: ApiTokenScope[]; Days: number }

/** Creates a personal API token: its name, what it allows, how long it is valid, and the current password. */
export function CreateTokenDialog({ onCreated, onClose }: Props) {
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
        <div className={styles.row}>
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
  const session = useSession()
  const abilities = session.at === 'signed-in' ? session.decoded.abilities : []
  return (
    <Checkbox.Group
      label={strings.scopes}
      value={value}
      error={error}
      onChange={(chosen) => onChange(apiTokenScopes.filter((scope) => chosen.includes(scope)))}
    >
      <div className={styles.column}>
        {apiTokenScopes
          .filter((scope) => isUsefulScope(scope, abilities))
          .map((scope) => (
            <Checkbox key={scope} value={scope} label={strings.scope[scope]} />
          ))}
      </div>
    </Checkbox.Group>
  )
}
