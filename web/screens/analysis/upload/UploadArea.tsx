import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useSyncExternalStore, useEffectEvent, useState } from 'react'
import { fileKinds, fileKindOfName } from '#shared/fileKinds.ts'
import { limits } from '#shared/limits.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { fileSize } from '#shared/text/format/fileSize.ts'
import { resourceQueryKey } from '#web/platform/api/resource.ts'
import { analysisStrings } from '#web/platform/strings/analysisStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { useCan } from '#web/platform/session/session.ts'
import { showToast } from '#web/platform/toasts/toasts.tsx'
import { useRecordName } from '#web/registry/list/filters.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import { addFiles, isActive, queuedUploads, subscribeToUploads } from './uploadQueue.ts'
import rowStyles from '#web/ui/FileRow.module.css'
import styles from './Upload.module.css'

/** The court that uploaded files belong to: that of the filter; undefined while none is chosen. */
type AreaProps = { court: number | undefined; children: (uploadButton: ReactNode) => ReactNode }

/** The list of analyses as a place to drop files. The button is for the head of the list. */
export function UploadArea({ court, children }: AreaProps) {
  const mayCreate = useCan('create', analysis)
  const upload = useUpload(court)
  const dragged = useFileDrag(mayCreate, upload)
  useListRefresh()
  return (
    <div className={classes(styles.area, dragged !== undefined && styles.dragged)}>
      {children(mayCreate && <UploadButton onFiles={upload} />)}
      {dragged !== undefined && <DropPanel court={court} count={dragged} />}
    </div>
  )
}

/** Returns a function that uploads files to the court. */
function useUpload(court: number | undefined) {
  const language = useLanguage()
  const { files: strings, list } = useStrings()
  const { noPdf, unreadable } = analysisStrings[language].upload
  /** The checks of the server that need no more than the first bytes. */
  const problemOf = async (file: File) => {
    if (!fileKindOfName(file.name, ['pdf'])) return strings.wrongKind(fileKinds.pdf.name)
    if (file.size === 0) return strings.empty
    if (file.size > limits.file.pdf_bytes) return strings.tooLarge(fileSize(limits.file.pdf_bytes))
    const head = await file
      .slice(0, 5)
      .text()
      .catch(() => undefined)
    if (head === undefined) return unreadable
    return head === '%PDF-' ? undefined : noPdf
  }
  return (files: readonly File[]) => {
    if (court === undefined) showToast('caution', list.filterNeeded(analysis.fields.court.label[language]))
    else addFiles(files, court, problemOf)
  }
}

/** The list is fetched when all uploads have ended: without a live connection it has not seen the new rows. */
function useListRefresh() {
  const client = useQueryClient()
  const uploads = useSyncExternalStore(subscribeToUploads, queuedUploads)
  const isBusy = uploads.some(isActive)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy) void client.invalidateQueries({ queryKey: resourceQueryKey(analysis) })
    wasBusy.current = isBusy
  }, [client, isBusy])
}

/** Opens the file picker. */
function UploadButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const strings = analysisStrings[useLanguage()].upload
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="soft" icon="arrow-up-circle" onClick={() => input.current?.click()}>
        {strings.choose}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".pdf,application/pdf"
        onChange={({ currentTarget }) => {
          onFiles(Array.from(currentTarget.files ?? []))
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

type PanelProps = { court: number | undefined; count: number }

/** Shown while files are dragged: where they go, and what is accepted. */
function DropPanel({ court, count }: PanelProps) {
  const language = useLanguage()
  const { list } = useStrings()
  const strings = analysisStrings[language].upload
  const name = useRecordName(analysis, analysis.fields.court, court)
  const needed = list.filterNeeded(analysis.fields.court.label[language])
  return (
    <div className={styles.drop} role="status">
      <span className={styles.dropIcon}>
        <Icon name="arrow-up-circle" size={26} />
      </span>
      <span className={styles.dropText}>
        <b>{strings.drop}</b>
        <span>
          <Isolated>{court === undefined ? needed : strings.court(name)}</Isolated>
        </span>
        <span className={rowStyles.quiet}>
          <Isolated>
            {strings.limits(fileSize(limits.file.pdf_bytes), limits.analysis.pages.toLocaleString('en'))}
          </Isolated>
        </span>
      </span>
      <span className={styles.dropCount}>
        <Icon name="files" size={16} />
        <Isolated>{strings.files(count)}</Isolated>
      </span>
    </div>
  )
}

/** A dialog over the list has drop areas of its own. */
const isOverDialog = ({ target }: DragEvent) => target instanceof Element && target.closest('[role="dialog"]') !== null

/**
 * Files that are dragged over the window, and dropped anywhere in it. Returns their number while they are dragged. Where they
 * are not taken nothing happens: a browser would leave the page for a dropped file.
 */
function useFileDrag(isEnabled: boolean, onFiles: (files: File[]) => void): number | undefined {
  const [count, setCount] = useState<number>()
  const receive = useEffectEvent(onFiles)
  const strings = analysisStrings[useLanguage()].upload
  const reportUnread = useEffectEvent((names: readonly string[]) => showToast('bad', strings.unread(names)))
  useEffect(() => {
    const isTaken = (event: DragEvent) => isEnabled && !isOverDialog(event)
    const over = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      if (isTaken(event)) {
        event.dataTransfer.dropEffect = 'copy'
        setCount(event.dataTransfer.items.length)
        // A drop area of a dialog has an effect of its own.
      } else if (!event.defaultPrevented) event.dataTransfer.dropEffect = 'none'
      event.preventDefault()
    }
    const leave = (event: DragEvent) => {
      // The drag has left the window, not only an element.
      if (event.relatedTarget === null) setCount(undefined)
    }
    const drop = (event: DragEvent) => {
      setCount(undefined)
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      if (isTaken(event))
        void droppedFiles(event.dataTransfer).then(({ files, unread }) => {
          if (unread.length > 0) reportUnread(unread)
          receive(files)
        })
    }
    window.addEventListener('dragenter', over)
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragenter', over)
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [isEnabled])
  return count
}

/** Whether a drag carries files, not text or a link. */
const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true

type Dropped = { files: File[]; /** The names of the entries that cannot be read. */ unread: string[] }

/** The files of a drop, also those in dropped folders. Its items are read at once: they are gone after the event. */
async function droppedFiles({ items, files }: DataTransfer): Promise<Dropped> {
  const entries = Array.from(items, (item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
  if (!entries.some((entry) => entry?.isDirectory)) return { files: Array.from(files), unread: [] }
  const dropped: Dropped = { files: [], unread: [] }
  for (const entry of entries) if (entry) await addFilesOf(entry, dropped)
  return dropped
}

/** An entry that cannot be read, such as one that was moved meanwhile, does not hold up the others. */
async function addFilesOf(entry: FileSystemEntry, dropped: Dropped) {
  try {
    if (isFile(entry)) dropped.files.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)))
    if (isFolder(entry)) for await (const one of entriesOf(entry)) await addFilesOf(one, dropped)
  } catch {
    dropped.unread.push(entry.name)
  }
}

/** A reader returns the entries of a folder in batches, and none at the end. */
async function* entriesOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader()
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (batch.length === 0) return
    yield* batch
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
