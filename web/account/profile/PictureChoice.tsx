import { type ChangeEvent, useRef, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { pictureKinds, pictureOf } from './picture.ts'
import { useProfileChanges } from './useProfile.ts'
import styles from './ProfileCard.module.css'

/** The picture of a person, or the drawn initials; another can be chosen, and taken away again. */
export function PictureChoice({ name, picture }: { name: string; picture: string | null }) {
  const { account: words } = useStrings()
  const { busy, change, remove } = usePicture()
  const input = useRef<HTMLInputElement>(null)

  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    // The same file can be chosen again.
    currentTarget.value = ''
    if (file) await change(file)
  }
  return (
    <div className={styles.picture}>
      <Avatar name={name} src={picture} size={limits.avatar_px} shape="square" />
      <div className={styles.acts}>
        <Button variant="soft" size="sm" icon="user" loading={busy} onClick={() => input.current?.click()}>
          {words.choosePicture}
        </Button>
        {picture !== null && (
          <Button variant="ghost" size="sm" icon="close" disabled={busy} onClick={() => void remove()}>
            {words.removePicture}
          </Button>
        )}
        <p className={styles.hint}>{words.pictureHint}</p>
        <input
          ref={input}
          type="file"
          accept={pictureKinds.join(',')}
          aria-label={words.picture}
          hidden
          onChange={(event) => void choose(event)}
        />
      </div>
    </div>
  )
}

function usePicture() {
  const { account: words } = useStrings()
  const { changePicture } = useProfileChanges()
  const [busy, setBusy] = useState(false)

  const send = async (image: string | null, done: string) => {
    setBusy(true)
    const answer = await changePicture(image)
    setBusy(false)
    if (answer.Status === 'success') showToast('good', done)
    else showAnswer(answer)
  }
  const change = async (file: File) => {
    const picture = await pictureOf(file)
    if (picture.is === 'picture') await send(picture.base64, words.pictureSaved)
    else if (picture.is === 'wrong-kind') showToast('bad', words.pictureKind)
    else showToast('bad', words.pictureSize(Math.round(limits.person.picture_file_bytes / 1_048_576)))
  }
  return { busy, change, remove: () => send(null, words.pictureRemoved) }
}
