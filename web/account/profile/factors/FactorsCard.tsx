import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnFactors } from '#shared/calls/factors.ts'
import { limits } from '#shared/limits.ts'
import { useCopyButton } from '#web/platform/clipboard.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { factorStrings } from '#web/platform/strings/factorStrings.ts'
import { useReauthInPlace } from '#web/platform/session/session.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { showToast } from '#web/platform/toasts/toasts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { useReturnFocus } from '#web/ui/dialogs/useLazyDialog.ts'
import { AccountCard } from '#web/account/profile/AccountCard.tsx'
import { AddAppDialog } from './AddAppDialog.tsx'
import { FactorRow, FactorUse } from './FactorRow.tsx'
import { PasskeyRows } from './PasskeyRows.tsx'
import { PasswordDialog } from './PasswordForm.tsx'
import styles from '#web/account/profile/CardRows.module.css'
import factorStyles from './Factors.module.css'

const queryKey = ['auth/factors']

const useFactors = () =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { data } = unwrapAnswer(await post('auth/factors', {}, { signal }))
      return { factors: data, now: Date.now() }
    },
    staleTime: 0,
    // Another device can change them, and announces it to no page.
    refetchOnWindowFocus: true,
  })

/** The second factors of the user's own account, each of which can be added and removed here. */
export function FactorsCard() {
  const { card } = factorStrings[useLanguage()]
  return (
    <AccountCard title={card.title} lead={card.lead} wide query={useFactors()}>
      {({ factors, now }) => <Factors factors={factors} now={now} />}
    </AccountCard>
  )
}

type Change = 'add-app' | 'remove-app' | 'renew-codes' | 'email-codes'

function Factors({ factors, now }: { factors: OwnFactors; now: number }) {
  const { card } = factorStrings[useLanguage()]
  const [change, setChange] = useState<Change>()
  const { totp, passkeys, passkey_host, recovery_codes, email_codes } = factors
  const queries = useQueryClient()
  const [codes, setCodes] = useState<string[]>([])
  const isShowingCodes = codes.length > 0
  useReturnFocus(change !== undefined || isShowingCodes)
  const finish = (sentence: string, RecoveryCodes: string[] = []) => {
    void queries.invalidateQueries({ queryKey })
    showToast('good', sentence)
    setCodes(RecoveryCodes)
    setChange(undefined)
  }
  return (
    <>
      <ul className={styles.list}>
        <FactorRow
          icon="phone"
          name={card.app}
          actions={[
            totp
              ? { label: card.remove, name: card.removeApp, run: () => setChange('remove-app') }
              : { label: card.add, name: card.addApp, run: () => setChange('add-app') },
          ]}
        >
          {totp ? <FactorUse {...totp} now={now} /> : card.appNone}
        </FactorRow>
        <PasskeyRows
          passkeys={passkeys}
          host={passkey_host}
          now={now}
          isShowingCodes={isShowingCodes}
          onChanged={finish}
        />
        {recovery_codes !== null && (
          <>
            <FactorRow
              icon="key"
              name={card.recovery}
              actions={[{ label: card.renewTitle, name: card.renewTitle, run: () => setChange('renew-codes') }]}
            >
              {card.recoveryLeft(recovery_codes, limits.factor.recovery_codes)}
            </FactorRow>
            <EmailCodesRow isAllowed={email_codes} onChange={() => setChange('email-codes')} />
          </>
        )}
      </ul>
      {change && <ChangeDialog {...{ change, factors }} onDone={finish} onClose={() => setChange(undefined)} />}
      {isShowingCodes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </>
  )
}

function EmailCodesRow({ isAllowed, onChange }: { isAllowed: boolean; onChange: () => void }) {
  const { card } = factorStrings[useLanguage()]
  const label = isAllowed ? card.refuse : card.allow
  const name = isAllowed ? card.refuseTitle : card.allowTitle
  return (
    <FactorRow icon="inbox" name={card.email} actions={[{ label, name, run: onChange }]}>
      {isAllowed ? card.emailAllowed : card.emailRefused}
    </FactorRow>
  )
}

type ChangeDialogProps = {
  change: Change
  factors: OwnFactors
  onDone: (sentence: string, recoveryCodes?: string[]) => void
  onClose: () => void
}

/** The dialog of a change. */
function ChangeDialog({ change, factors, onDone, onClose }: ChangeDialogProps) {
  const { card, app } = factorStrings[useLanguage()]
  if (change === 'add-app') return <AddAppDialog onAdded={(added) => onDone(app.added, added)} onClose={onClose} />
  if (change === 'remove-app')
    return (
      <PasswordDialog
        title={card.removeApp}
        lead={<p>{card.removeAppMore}</p>}
        submitLabel={card.remove}
        danger
        send={(CurrentPassword) => post('auth/factors/totp/remove', { CurrentPassword })}
        onDone={() => onDone(card.removed)}
        onClose={onClose}
      />
    )
  if (change === 'renew-codes')
    return (
      <PasswordDialog
        title={card.renewTitle}
        lead={<p>{card.renewMore}</p>}
        submitLabel={card.renewTitle}
        send={(CurrentPassword) => post('auth/factors/recovery/renew', { CurrentPassword })}
        onDone={({ RecoveryCodes }) => onDone(card.saved, RecoveryCodes)}
        onClose={onClose}
      />
    )
  return <EmailCodesDialog isAllowed={factors.email_codes} onDone={() => onDone(card.saved)} onClose={onClose} />
}

type EmailCodesProps = { isAllowed: boolean; onDone: () => void; onClose: () => void }

function EmailCodesDialog({ isAllowed, onDone, onClose }: EmailCodesProps) {
  const { card } = factorStrings[useLanguage()]
  return (
    <PasswordDialog
      title={isAllowed ? card.refuseTitle : card.allowTitle}
      lead={<p>{isAllowed ? card.refuseMore : card.allowMore}</p>}
      submitLabel={isAllowed ? card.refuse : card.allow}
      send={(CurrentPassword) => post('auth/factors/emailCodes', { CurrentPassword, Allowed: !isAllowed })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

/**
 * New recovery codes, which are shown only once: the dialog closes by its button only. The codes have the focus, because
 * the dialog can open between the last digit of a code and the Enter after it.
 */
function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  useReauthInPlace()
  const strings = factorStrings[useLanguage()].codes
  return (
    <Dialog opened size="lg" title={strings.title}>
      <div className={factorStyles.steps}>
        <p>{strings.lead}</p>
        <ul className={factorStyles.codes} dir="ltr" tabIndex={-1} aria-label={strings.title} data-autofocus>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={factorStyles.buttons}>
          <CopyCodes codes={codes} />
          <Button onClick={onClose}>{strings.stored}</Button>
        </div>
      </div>
    </Dialog>
  )
}

function CopyCodes({ codes }: { codes: readonly string[] }) {
  const strings = factorStrings[useLanguage()].codes
  const { isCopied, copy } = useCopyButton(codes.join('\n'))
  return (
    <>
      <Button variant="outline" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        {strings.copy}
      </Button>
      <span role="status">{isCopied ? strings.copied : ''}</span>
    </>
  )
}
