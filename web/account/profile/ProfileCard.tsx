import { useState } from 'react'
import type { Profile } from '#shared/calls/auth.ts'
import { NameField } from '#web/account/fields/NameField.tsx'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateText } from '#web/ui/Text.tsx'
import { AccountCard } from './AccountCard.tsx'
import { dayOf } from '#web/platform/time/ago.ts'
import { PictureChoice } from './PictureChoice.tsx'
import { useProfile, useProfileChanges } from './useProfile.ts'
import account from './Account.module.css'
import styles from './ProfileCard.module.css'

/** The profile: picture and name, which can be changed, e-mail address and start date, which cannot. */
export function ProfileCard() {
  const { account: strings } = useStrings()
  return (
    <AccountCard title={strings.profile} query={useProfile()}>
      {(profile) => (
        <>
          <PictureChoice name={profile.name} picture={profile.avatar} />
          <Facts profile={profile} />
          <NameForm key={profile.name} name={profile.name} />
        </>
      )}
    </AccountCard>
  )
}

function Facts({ profile }: { profile: Profile }) {
  const { account: strings } = useStrings()
  const language = useLanguage()
  return (
    <dl className={account.facts}>
      <dt>{strings.email}</dt>
      <dd>
        <bdi dir="ltr">{profile.email}</bdi>
      </dd>
      <dt>{strings.since}</dt>
      <dd>
        <DateText day={dayOf(profile.created_at)} language={language} />
      </dd>
    </dl>
  )
}

function NameForm({ name }: { name: string }) {
  const { account: strings, register } = useStrings()
  const { rename } = useProfileChanges()
  const [typed, setTyped] = useState(name)
  const [busy, setBusy] = useState(false)
  const isEmpty = typed.trim() === ''

  const save = async () => {
    if (busy || isEmpty) return
    setBusy(true)
    const answer = await rename(typed)
    setBusy(false)
    if (answer.Status === 'success') showToast('good', strings.saved)
    else showAnswer(answer)
  }
  return (
    <form
      className={styles.name}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <NameField
        label={strings.name}
        value={typed}
        error={isEmpty ? register.nameNeeded : undefined}
        onChange={setTyped}
      />
      <Button type="submit" loading={busy} disabled={typed.trim() === name}>
        {strings.save}
      </Button>
    </form>
  )
}
