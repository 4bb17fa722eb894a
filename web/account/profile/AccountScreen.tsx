import { useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import column from '#web/ui/column.module.css'
import { PageHeading } from '#web/ui/Text.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SubscriptionCard } from './SubscriptionCard.tsx'
import styles from './Account.module.css'

/** The own account: who one is, where one is logged in, and what one has subscribed to. */
export function AccountScreen() {
  const { account: words } = useStrings()
  return (
    <div className={classes(column.column, column.middle)}>
      <PageHeading>{words.title}</PageHeading>
      <div className={styles.columns}>
        <ProfileCard />
        <SubscriptionCard />
        <SessionsCard />
      </div>
    </div>
  )
}
