import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { StoredFile } from '#shared/calls/files.ts'
import { type FileKind, fileKindOfName, fileKinds } from '#shared/fileKinds.ts'
import { fileSize } from '#shared/text/format/fileSize.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import { showToast } from '#web/platform/toasts/toasts.tsx'
import { upload, usePendingUpload } from '#web/platform/upload/upload.ts'

/** A pending or failed upload. `final`: retrying cannot help. */
export type PendingUpload = {
  key: string
  file: File
  progress: number
  abort: AbortController
  problem?: string
  final?: boolean
}

let lastKey = 0
const createUpload = (file: File): PendingUpload => ({
  key: String((lastKey += 1)),
  file,
  progress: 0,
  abort: new AbortController(),
})

type Options = {
  use: string
  kinds: readonly FileKind[]
  /** The field has one file: a new upload cancels the one before, which would replace the newer file when it ends. */
  isSingle: boolean
  onUploaded: (file: StoredFile) => void
}

/** Uploads files independently; each can be canceled, or retried when it failed. */
export function useUploads({ use, kinds, isSingle, onUploaded }: Options) {
  const strings = useStrings().files
  const { pending, add, patch, replace, remove } = usePendingUploads(use)
  const trackUpload = usePendingUpload()
  const isMounted = useIsMounted()

  const run = async ({ key, file, abort }: PendingUpload) => {
    try {
      const onProgress = (progress: number) => patch(key, { progress })
      const answer = await upload({ file, use, signal: abort.signal, onProgress })
      if (answer.Status === 'error') {
        const problem = Object.values(answer.payload.errors).flat()[0] ?? answer.Message
        patch(key, { problem })
        // The row is not on screen any more (another step of the form is), so a toast shows the error.
        if (!isMounted.current) showToast('bad', `${isolate(file.name)}: ${problem}`)
      } else {
        const { link: _, ...stored } = answer.data
        remove(key)
        onUploaded(stored)
      }
    } catch {
      // Canceled by the user.
      remove(key)
    }
  }

  const cancel = (pendingUpload: PendingUpload) => {
    pendingUpload.abort.abort()
    remove(pendingUpload.key)
  }
  const start = (file: File) => {
    const problem = problemOf(file, kinds, strings)
    const pendingUpload = createUpload(file)
    if (isSingle) pending.forEach(cancel)
    add(problem === undefined ? pendingUpload : { ...pendingUpload, problem, final: true })
    if (problem === undefined) void trackUpload(run(pendingUpload))
  }
  const retry = (pendingUpload: PendingUpload) => {
    const { problem: _, ...fresh } = { ...pendingUpload, progress: 0, abort: new AbortController() }
    replace(fresh)
    void trackUpload(run(fresh))
  }
  return { pending, start, retry, cancel }
}

export type Uploads = ReturnType<typeof useUploads>

type UploadList = ReturnType<typeof createUploadList>
type Pending = readonly PendingUpload[]

function createUploadList() {
  const listeners = new Set<() => void>()
  let pending: Pending = []
  return {
    get: () => pending,
    set: (change: (all: Pending) => Pending) => {
      pending = change(pending)
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The uploads of a form, by field: a step that is opened again shows those that run, and those that failed. */
const FormUploadsContext = createContext<Map<string, UploadList> | undefined>(undefined)
export const FormUploadsProvider = FormUploadsContext.Provider
export type FormUploads = Map<string, UploadList>
export const createFormUploads = (): FormUploads => new Map()

/** The names of the files of a form that were chosen and could not be uploaded. */
export const failedFiles = (uploads: FormUploads): string[] =>
  [...uploads.values()].flatMap((list) =>
    list.get().flatMap(({ file, problem }) => (problem === undefined ? [] : [file.name])),
  )

/** The list of uploads of a field, by key. */
function usePendingUploads(field: string) {
  const ofForm = useContext(FormUploadsContext)
  const [own] = useState(() => ofForm?.get(field) ?? createUploadList())
  ofForm?.set(field, own)
  const { get, set: setPending, subscribe } = own
  const pending = useSyncExternalStore(subscribe, get)
  const update = (key: string, next: (one: PendingUpload) => PendingUpload) =>
    setPending((all) => all.map((one) => (one.key === key ? next(one) : one)))
  return {
    pending,
    add: (pendingUpload: PendingUpload) => setPending((all) => [...all, pendingUpload]),
    patch: (key: string, changes: Partial<PendingUpload>) => update(key, (one) => ({ ...one, ...changes })),
    replace: (pendingUpload: PendingUpload) => update(pendingUpload.key, () => pendingUpload),
    remove: (key: string) => setPending((all) => all.filter((one) => one.key !== key)),
  }
}

/** Whether the component is mounted. */
function useIsMounted() {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

/** Validates kind and size before sending, with the server's limits. */
function problemOf(file: File, kinds: readonly FileKind[], strings: Strings['files']): string | undefined {
  const kind = fileKindOfName(file.name, kinds)
  if (!kind) return strings.wrongKind(kindNames(kinds))
  if (file.size === 0) return strings.empty
  const { max_bytes } = fileKinds[kind]
  return file.size > max_bytes ? strings.tooLarge(fileSize(max_bytes)) : undefined
}

export const kindNames = (kinds: readonly FileKind[]) => kinds.map((kind) => fileKinds[kind].name).join(', ')
