import { useState, type ChangeEvent, useRef } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { dayInMaldives } from '#shared/text/format/dates.ts'
import type { Profile } from '#shared/calls/auth.ts'
import { limits } from '#shared/limits.ts'
import type { Answer } from '#shared/calls/answer.ts'
import { NameField } from '#web/account/fields/NameField.tsx'
import { showToast, showOutcome } from '#web/platform/toasts/toasts.tsx'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateText } from '#web/ui/Text.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { restoreSession, updateSubscription } from '#web/platform/session/session.ts'
import { AccountCard } from './AccountCard.tsx'
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
        <DateText day={dayInMaldives(profile.created_at)} language={language} />
      </dd>
    </dl>
  )
}

function NameForm({ name }: { name: string }) {
  const { account: strings, register } = useStrings()
  const { rename } = useProfileChanges()
  const [typed, setTyped] = useState(name)
  const { isRunning, runOnce } = useSingleRun()
  const isEmpty = typed.trim() === ''

  const save = async () => {
    const answer = await rename(typed)
    showOutcome(answer, strings.saved)
  }
  return (
    <form
      className={styles.name}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) void runOnce(save)
      }}
    >
      <NameField
        label={strings.name}
        value={typed}
        error={isEmpty ? register.nameNeeded : undefined}
        onChange={setTyped}
      />
      <Button type="submit" loading={isRunning} disabled={typed.trim() === name}>
        {strings.save}
      </Button>
    </form>
  )
}

/** The user's picture or initials, with buttons to change and remove the picture. */
function PictureChoice({ name, picture }: { name: string; picture: string | null }) {
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
  const { isRunning, runOnce } = useSingleRun()

  const send = (image: string | null, message: string) =>
    runOnce(async () => {
      const answer = await changePicture(image)
      showOutcome(answer, message)
    })
  const change = async (file: File) => {
    const picture = await resizePicture(file)
    if (picture.is === 'picture') await send(picture.base64, strings.pictureSaved)
    else if (picture.is === 'wrong-kind') showToast('bad', strings.pictureKind)
    else showToast('bad', strings.pictureSize(Math.round(limits.person.picture_file_bytes / 1_048_576)))
  }
  return { busy: isRunning, change, remove: () => send(null, strings.pictureRemoved) }
}

type Picture = { is: 'picture'; base64: string } | { is: 'wrong-kind' } | { is: 'too-big' }

/** The media types of pictures that can be chosen. */
const pictureKinds = ['image/png', 'image/jpeg', 'image/webp']

const { picture_px, picture_file_bytes, avatar_base64 } = limits.person

/** Crops a picture file to its center square and scales it down; only the result (base64) is sent. */
async function resizePicture(file: File): Promise<Picture> {
  if (file.size > picture_file_bytes) return { is: 'too-big' }
  if (!pictureKinds.includes(file.type)) return { is: 'wrong-kind' }
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return { is: 'wrong-kind' }

  const canvas = draw(bitmap)
  bitmap.close()
  return encode(canvas)
}

/** The largest centered square. */
export function centerSquare({ width, height }: { width: number; height: number }) {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

function draw(bitmap: ImageBitmap) {
  const canvas = document.createElement('canvas')
  canvas.width = picture_px
  canvas.height = picture_px
  const { x, y, side } = centerSquare(bitmap)
  const context = canvas.getContext('2d')
  if (context) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, x, y, side, side, 0, 0, picture_px, picture_px)
  }
  return canvas
}

/** Encodes as WebP if the browser supports it, else as PNG, or as JPEG if the PNG is too large. */
async function encode(canvas: HTMLCanvasElement): Promise<Picture> {
  for (const type of ['image/webp', 'image/png', 'image/jpeg']) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.88))
    if (blob?.type !== type) continue
    const bytes = new Uint8Array(await blob.arrayBuffer())
    const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    if (base64.length <= avatar_base64) return { is: 'picture', base64 }
  }
  return { is: 'too-big' }
}

const queryKey = ['auth/profile']

/** The user's own profile. */
export const useProfile = () => useQuery({ queryKey, queryFn: ({ signal }) => readProfile(signal) })

async function readProfile(signal: AbortSignal) {
  const { data } = unwrapAnswer(await post('auth/profile', {}, { signal }))
  const { subscription } = data
  updateSubscription(
    subscription && { name: subscription.name, ends_at: subscription.ends_on, copy_access: subscription.copy_access },
  )
  return data
}

/** Changes the user's own profile; a success refreshes it here and in the app shell. */
function useProfileChanges() {
  const queries = useQueryClient()
  const refreshOnSuccess = async <Body extends object>(answer: Answer<Body>) => {
    if (answer.Status === 'success') await Promise.all([queries.invalidateQueries({ queryKey }), restoreSession()])
    return answer
  }
  return {
    rename: async (Name: string) => refreshOnSuccess(await post('auth/profile/update', { Name })),
    /** A picture in base64; null removes it. */
    changePicture: async (Image: string | null) => refreshOnSuccess(await post('auth/profile/avatar', { Image })),
  }
}
