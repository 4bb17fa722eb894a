import { type ChangeEvent, useRef, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { pictureKinds, resizePicture } from './picture.ts'
import { useProfileChanges } from './useProfile.ts'
import styles from './ProfileCard.module.css'

/** The user's picture or initials, with buttons to change and remove the picture. */
export function PictureChoice({ name, picture }: { name: string; picture: string | null }) {
  const { account: strings } = useStrings()
  const { busy, change, remove } = usePicture()
  const input = useRef<HTMLInputElement>(null)

  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    // Reset, so that choosing the same file again fires a change event.
    currentTarget.value = ''
    if (file) await change(file)
  }
  return (
    <div className={styles.picture}>
      <Avatar name={name} src={picture} size={limits.avatar_px} shape="square" />
      <div className={styles.actions}>
        <Button variant="soft" size="sm" icon="user" loading={busy} onClick={() => input.current?.click()}>
          {strings.choosePicture}
        </Button>
        {picture !== null && (
          <Button variant="ghost" size="sm" icon="close" disabled={busy} onClick={() => void remove()}>
            {strings.removePicture}
          </Button>
        )}
        <p className={styles.hint}>{strings.pictureHint}</p>
        <input
          ref={input}
          type="file"
          accept={pictureKinds.join(',')}
          aria-label={strings.picture}
          hidden
          onChange={(event) => void choose(event)}
        />
      </div>
    </div>
  )
}

function usePicture() {
  const { account: strings } = useStrings()
  const { changePicture } = useProfileChanges()
  const [busy, setBusy] = useState(false)

  const send = async (image: string | null, message: string) => {
    setBusy(true)
    const answer = await changePicture(image)
    setBusy(false)
    if (answer.Status === 'success') showToast('good', message)
    else showAnswer(answer)
  }
  const change = async (file: File) => {
    const picture = await resizePicture(file)
    if (picture.is === 'picture') await send(picture.base64, strings.pictureSaved)
    else if (picture.is === 'wrong-kind') showToast('bad', strings.pictureKind)
    else showToast('bad', strings.pictureSize(Math.round(limits.person.picture_file_bytes / 1_048_576)))
  }
  return { busy, change, remove: () => send(null, strings.pictureRemoved) }
}
