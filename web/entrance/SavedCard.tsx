import { limits } from '#shared/limits.ts'
import type { SavedUser } from '#web/session/storage.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import styles from './SavedCard.module.css'

/** Who is expected. The e-mail stands in a field that is not seen, for the keepers of passwords. */
export function SavedCard({ saved }: { saved: SavedUser }) {
  return (
    <div className={styles.saved}>
      <Avatar name={saved.name} src={saved.avatar} size={limits.avatar_px} shape="square" />
      <strong className={styles.name}>{saved.name}</strong>
      <bdi className={styles.address} dir="ltr">
        {saved.email}
      </bdi>
      <input type="email" name="email" autoComplete="username" value={saved.email} readOnly hidden />
    </div>
  )
}
