import { limits } from '#shared/limits.ts'
import { HiddenUsername } from '#web/account/fields/PasswordField.tsx'
import type { SavedUser } from '#web/platform/session/storage.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import styles from './SavedCard.module.css'

/** The remembered user. */
export function SavedCard({ saved }: { saved: SavedUser }) {
  return (
    <div className={styles.saved}>
      <Avatar name={saved.name} src={saved.avatar} size={limits.avatar_px} shape="square" />
      <strong className={styles.name}>{saved.name}</strong>
      <bdi className={styles.address} dir="ltr">
        {saved.email}
      </bdi>
      <HiddenUsername email={saved.email} />
    </div>
  )
}
