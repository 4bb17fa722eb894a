import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '#shared/calls/answer.ts'
import type { OwnPasskey, RecoveryCodes } from '#shared/calls/factors.ts'
import { limits } from '#shared/limits.ts'
import { fieldClasses } from '#web/account/fields/fieldClasses.ts'
import { createPasskey, hasPasskeys } from '#web/account/passkeys.ts'
import { post } from '#web/platform/api/client.ts'
import { sentencesOf } from '#web/platform/api/problems.ts'
import { factorStrings } from '#web/platform/strings/factorStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { RedAlert } from '#web/ui/Alert.tsx'
import { Dialog, DialogActions } from '#web/ui/dialogs/Dialog.tsx'
import { useReturnFocus } from '#web/ui/dialogs/useLazyDialog.ts'
import dialog from '#web/account/profile/ChangePasswordDialog.module.css'
import { FactorRow, FactorUse } from './FactorRow.tsx'
import { PasswordDialog } from './PasswordForm.tsx'

type OnChanged = (sentence: string, recoveryCodes?: string[]) => void

type Props = {
  passkeys: readonly OwnPasskey[]
  /** The host that passkeys belong to; null where there are none. */
  host: string | null
  now: number
  /** The recovery codes of an added passkey cover the card. */
  isShowingCodes: boolean
  onChanged: OnChanged
}

type Change = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: OwnPasskey }

/** The passkeys of the account: each can be renamed and removed, and others can be added where the browser has them. */
export function PasskeyRows({ passkeys, host, now, isShowingCodes, onChanged }: Props) {
  const { passkey: strings, card } = factorStrings[useLanguage()]
  const [change, setChange] = useState<Change>()
  useReturnFocus(change !== undefined || isShowingCodes)
  const canAdd = host === location.hostname && hasPasskeys()
  const close = () => setChange(undefined)
  const finish: OnChanged = (...done) => {
    close()
    onChanged(...done)
  }
  return (
    <>
      <FactorRow
        icon="shield-check"
        name={strings.title}
        actions={canAdd ? [{ label: card.add, name: strings.add, run: () => setChange({ kind: 'add' }) }] : []}
      >
        {canAdd ? passkeys.length === 0 && strings.none : strings.unavailable}
      </FactorRow>
      {passkeys.map((passkey) => (
        <FactorRow
          key={passkey.id}
          icon="key"
          name={<bdi>{passkey.name}</bdi>}
          actions={[
            {
              label: strings.rename,
              name: strings.renameOf(passkey.name),
              run: () => setChange({ kind: 'rename', passkey }),
            },
            {
              label: strings.remove,
              name: strings.removeOf(passkey.name),
              run: () => setChange({ kind: 'remove', passkey }),
            },
          ]}
        >
          <FactorUse {...passkey} now={now} />
        </FactorRow>
      ))}
      {change?.kind === 'add' && <AddDialog onChanged={finish} onClose={close} />}
      {change?.kind === 'rename' && <RenameDialog passkey={change.passkey} onChanged={finish} onClose={close} />}
      {change?.kind === 'remove' && <RemoveDialog passkey={change.passkey} onChanged={finish} onClose={close} />}
    </>
  )
}

type DialogProps = { onChanged: OnChanged; onClose: () => void }

function AddDialog({ onChanged, onClose }: DialogProps) {
  const { passkey: strings } = factorStrings[useLanguage()]
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)

  const add = async (CurrentPassword: string): Promise<Answer<RecoveryCodes>> => {
    const begun = await post('auth/factors/passkeys/begin', { CurrentPassword })
    if (begun.Status === 'error') return begun
    const Credential = await createPasskey(begun.Options)
    if (Credential) return post('auth/factors/passkeys/confirm', { Name: name, Credential })
    return { Status: 'error', code: 'cancelled', Message: strings.cancelled, payload: { errors: {} } }
  }
  return (
    <PasswordDialog
      title={strings.add}
      submitLabel={strings.add}
      isComplete={() => {
        setTried(true)
        return name.trim() !== ''
      }}
      send={add}
      onDone={({ RecoveryCodes }) => onChanged(strings.added, RecoveryCodes)}
      onClose={onClose}
    >
      <NameField value={name} isTried={isTried} onChange={setName} />
    </PasswordDialog>
  )
}

type NameFieldProps = { value: string; isTried: boolean; onChange: (value: string) => void }

function NameField({ value, isTried, onChange }: NameFieldProps) {
  const { passkey: strings } = factorStrings[useLanguage()]
  return (
    <TextInput
      size="lg"
      name="passkey-name"
      data-autofocus
      label={strings.name}
      description={strings.nameHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      maxLength={limits.factor.name_letters}
      classNames={fieldClasses}
      value={value}
      error={isTried && value.trim() === '' ? strings.nameNeeded : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function RenameDialog({ passkey, onChanged, onClose }: DialogProps & { passkey: OwnPasskey }) {
  const { actions, account } = useStrings()
  const { passkey: strings } = factorStrings[useLanguage()]
  const [name, setName] = useState(passkey.name)
  const { isRunning, runOnce } = useSingleRun()
  const [messages, setMessages] = useState<string[]>([])

  const save = async () => {
    const answer = await post('auth/factors/passkeys/rename', { id: passkey.id, Name: name })
    if (answer.Status === 'success') onChanged(account.saved)
    else setMessages(sentencesOf(answer))
  }
  return (
    <Dialog opened onClose={onClose} title={strings.rename} closeLabel={actions.close}>
      <form
        className={dialog.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') void runOnce(save)
        }}
      >
        <RedAlert messages={messages} />
        <NameField value={name} isTried onChange={setName} />
        <DialogActions cancelLabel={actions.cancel} submitLabel={account.save} loading={isRunning} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function RemoveDialog({ passkey, onChanged, onClose }: DialogProps & { passkey: OwnPasskey }) {
  const { passkey: strings } = factorStrings[useLanguage()]
  return (
    <PasswordDialog
      title={strings.removeOf(passkey.name)}
      lead={<p>{strings.removeMore}</p>}
      submitLabel={strings.remove}
      danger
      send={(CurrentPassword) => post('auth/factors/passkeys/remove', { id: passkey.id, CurrentPassword })}
      onDone={() => onChanged(strings.removed)}
      onClose={onClose}
    />
  )
}
