import type { Profile } from '#shared/calls/auth.ts'
import { limits } from '#shared/limits.ts'
import { useStrings, useLanguage } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { PageHeading, DateText, Isolated } from '#web/ui/Text.tsx'
import { routes } from '#web/platform/paths.ts'
import { ButtonLink } from '#web/platform/navigation/links.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { FactorsCard } from '#web/account/profile/factors/FactorsCard.tsx'
import { ProfileCard, useProfile } from './ProfileCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { ApiTokensCard } from '#web/account/profile/tokens/ApiTokensCard.tsx'
import { AccountCard } from './AccountCard.tsx'
import column from '#web/ui/column.module.css'
import styles from './Account.module.css'

/** The user's own account: profile, subscription, second factors, sessions, and API tokens. */
export function AccountScreen() {
  const { account: strings } = useStrings()
  return (
    <div className={classes(column.column, column.middle)}>
      <PageHeading>{strings.title}</PageHeading>
      <div className={styles.columns}>
        <ProfileCard />
        <SubscriptionCard />
        <FactorsCard />
        <SessionsCard />
        <ApiTokensCard />
      </div>
    </div>
  )
}

/** The user's subscription, or how to get one. */
function SubscriptionCard() {
  const { subscription: strings } = useStrings()
  return (
    <AccountCard title={strings.title} query={useProfile()}>
      {({ subscription }) => (subscription ? <Subscription subscription={subscription} /> : <None />)}
    </AccountCard>
  )
}

function Subscription({ subscription }: { subscription: NonNullable<Profile['subscription']> }) {
  const { subscription: strings } = useStrings()
  const language = useLanguage()
  const { name, amount, starts_on, ends_on, copy_access } = subscription
  return (
    <dl className={styles.facts}>
      <dt>{strings.name}</dt>
      <dd>
        <bdi>{name}</bdi>
      </dd>
      <dt>{strings.amount}</dt>
      <dd>
        <Isolated>{strings.rufiyaa(amount)}</Isolated>
      </dd>
      <dt>{strings.from}</dt>
      <dd>
        <DateText day={starts_on} language={language} />
      </dd>
      <dt>{strings.to}</dt>
      <dd>{ends_on === null ? strings.endless : <DateText day={ends_on} language={language} />}</dd>
      <dt>{strings.copy}</dt>
      <dd>{copy_access ? strings.mayCopy(limits.reader.copy_letters) : strings.mayNotCopy}</dd>
    </dl>
  )
}

function None() {
  const { subscription: strings } = useStrings()
  return (
    <EmptyState
      icon="card"
      title={strings.none}
      actions={
        <ButtonLink to={routes.page} params={{ page: 'faq' }} variant="soft">
          {strings.faq}
        </ButtonLink>
      }
    >
      {strings.noneMore}
    </EmptyState>
  )
}
