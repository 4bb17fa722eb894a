import { useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import column from '#web/ui/column.module.css'
import { PageHeading } from '#web/ui/Text.tsx'
import { FactorsCard } from './factors/FactorsCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SubscriptionCard } from './SubscriptionCard.tsx'
import { ApiTokensCard } from './tokens/ApiTokensCard.tsx'
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
