import { useEffect, useRef, useState } from 'react'
import type { StoredFile } from '#shared/calls/files.ts'
import { type FileKind, fileKindOfName, fileKinds } from '#shared/fileKinds.ts'
import { fileSize } from '#shared/text/format/fileSize.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import { showToast } from '#web/platform/toasts/toasts.ts'
import { upload, usePendingUpload } from '#web/platform/upload/upload.ts'

/** A file on its way: how much of it has been sent, or why it did not arrive. */
export type Sending = {
  key: string
  file: File
  part: number
  stop: AbortController
  problem?: string
  final?: boolean
}

let last = 0

type Options = { use: string; kinds: readonly FileKind[]; onArrived: (file: StoredFile) => void }

/** Sends files, each by itself: one can be cancelled, or sent again when it did not arrive. */
export function useUploads({ use, kinds, onArrived }: Options) {
  const t = useStrings().files
  const { sendings, add, change, replace, drop } = useSendings()
  const waitedFor = usePendingUpload()
  const isShown = useShown()

  const run = async ({ key, file, stop }: Sending) => {
    try {
      const answer = await upload({ file, use, signal: stop.signal, onProgress: (part) => change(key, { part }) })
      if (answer.Status === 'error') {
        const problem = Object.values(answer.payload.errors).flat()[0] ?? answer.Message
        change(key, { problem })
        // Another part of the form stands there now.
        if (!isShown.current) showToast('bad', `${file.name}: ${problem}`)
      } else {
        const { link: _, ...kept } = answer.data
        drop(key)
        onArrived(kept)
      }
    } catch {
      // Cancelled: nobody waits for it.
      drop(key)
    }
  }

  const send = (file: File) => {
    const problem = problemOf(file, kinds, t)
    const sending: Sending = { key: String((last += 1)), file, part: 0, stop: new AbortController() }
    add(problem === undefined ? sending : { ...sending, problem, final: true })
    if (problem === undefined) void waitedFor(run(sending))
  }
  const again = (sending: Sending) => {
    const { problem: _, ...fresh } = { ...sending, part: 0, stop: new AbortController() }
    replace(fresh)
    void waitedFor(run(fresh))
  }
  const cancel = (sending: Sending) => {
    sending.stop.abort()
    drop(sending.key)
  }
  return { sendings, send, again, cancel }
}

export type Uploads = ReturnType<typeof useUploads>

/** The files on their way, each known by its key. */
function useSendings() {
  const [sendings, setSendings] = useState<readonly Sending[]>([])
  const put = (key: string, next: (one: Sending) => Sending) =>
    setSendings((all) => all.map((one) => (one.key === key ? next(one) : one)))
  return {
    sendings,
    add: (sending: Sending) => setSendings((all) => [...all, sending]),
    change: (key: string, to: Partial<Sending>) => put(key, (one) => ({ ...one, ...to })),
    replace: (sending: Sending) => put(sending.key, () => sending),
    drop: (key: string) => setSendings((all) => all.filter((one) => one.key !== key)),
  }
}

/** Whether the part of the form that sends is still drawn. */
function useShown() {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

/** What the server would refuse is not sent at all. */
function problemOf(file: File, kinds: readonly FileKind[], t: Strings['files']): string | undefined {
  const kind = fileKindOfName(file.name, kinds)
  if (!kind) return t.wrongKind(namesOf(kinds))
  if (file.size === 0) return t.empty
  const { max_bytes } = fileKinds[kind]
  return file.size > max_bytes ? t.tooLarge(inOnePiece(fileSize(max_bytes))) : undefined
}

/** Written left to right whatever stands around it: in Dhivehi a number and its unit would go apart. */
export const inOnePiece = (words: string) => `\u2066${words}\u2069`

export const namesOf = (kinds: readonly FileKind[]) => kinds.map((kind) => fileKinds[kind].name).join(', ')
