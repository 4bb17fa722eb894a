import type { Profile } from '#shared/calls/auth.ts'
import { limits } from '#shared/limits.ts'
import { routes } from '#web/platform/paths.ts'
import { ButtonLink } from '#web/platform/navigation/links.tsx'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { EmptyState } from '#web/ui/States.tsx'
import { DateText } from '#web/ui/Text.tsx'
import { AccountCard } from './AccountCard.tsx'
import { useProfile } from './useProfile.ts'
import styles from './Account.module.css'

/** What one has subscribed to, or what to do for it. */
export function SubscriptionCard() {
  const { subscription: words } = useStrings()
  return (
    <AccountCard title={words.title} query={useProfile()}>
      {({ subscription }) => (subscription ? <Subscription subscription={subscription} /> : <None />)}
    </AccountCard>
  )
}

function Subscription({ subscription }: { subscription: NonNullable<Profile['subscription']> }) {
  const { subscription: words } = useStrings()
  const language = useLanguage()
  const { name, amount, starts_on, ends_on, copy_access } = subscription
  return (
    <dl className={styles.facts}>
      <dt>{words.name}</dt>
      <dd>{name}</dd>
      <dt>{words.amount}</dt>
      <dd>{words.rufiyaa(amount)}</dd>
      <dt>{words.from}</dt>
      <dd>
        <DateText day={starts_on} language={language} />
      </dd>
      <dt>{words.to}</dt>
      <dd>{ends_on === null ? words.endless : <DateText day={ends_on} language={language} />}</dd>
      <dt>{words.copy}</dt>
      <dd>{copy_access ? words.mayCopy(limits.reader.copy_letters) : words.mayNotCopy}</dd>
    </dl>
  )
}

function None() {
  const { subscription: words } = useStrings()
  return (
    <EmptyState
      icon="card"
      title={words.none}
      actions={
        <ButtonLink to={routes.page} params={{ page: 'faq' }} variant="soft">
          {words.faq}
        </ButtonLink>
      }
    >
      {words.noneMore}
    </EmptyState>
  )
}
