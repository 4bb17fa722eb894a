import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { UnfinishedUpload } from '#shared/calls/files.ts'
import { analysis } from '#shared/resources/analysis.ts'
import type { AnalysisOfFile } from '#shared/calls/analyses.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { useCan } from '#web/platform/session/session.ts'
import { analysisStrings } from '#web/platform/strings/analysisStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import type { IconName } from '#web/ui/icons.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { FreeText, Isolated } from '#web/ui/Text.tsx'
import { CaseNumberList } from '#web/fields/cells/CaseNumbers.tsx'
import { choiceName } from '#web/fields/values.ts'
import { classes } from '#web/ui/classes.ts'
import {
  analysisFileUse,
  begunUploads,
  cancelUpload,
  clearFinished,
  decideDuplicate,
  isFinished,
  isPausable,
  pauseUpload,
  type QueuedUpload,
  queuedUploads,
  resumeUpload,
  subscribeToUploads,
} from './uploadQueue.ts'
import rowStyles from '#web/ui/FileRow.module.css'
import styles from './Upload.module.css'

/** The uploads of this tab and the interrupted ones of the user; nothing while there are none. */
export function UploadPanel() {
  const mayCreate = useCan('create', analysis)
  const uploads = useSyncExternalStore(subscribeToUploads, queuedUploads)
  const interrupted = useInterrupted(mayCreate)
  const navigate = useNavigate()
  const strings = analysisStrings[useLanguage()].upload
  if (uploads.length + interrupted.rows.length === 0) return null
  const shown = [...uploads].sort((one, other) => rank(one) - rank(other)).slice(0, shownRows)
  const openRecord = (id: number) =>
    // The router types the search of each route; the lists of all resources share this one.
    void navigate({ to: '.', search: (search: object) => ({ ...search, view: String(id) }) as never })
  return (
    <section className={styles.panel} aria-label={strings.title}>
      <PanelHead uploads={uploads} />
      <ul className={styles.uploads} tabIndex={0} aria-label={strings.title}>
        {interrupted.rows.map((upload) => (
          <InterruptedRow key={upload.upload} upload={upload} onDiscard={() => void interrupted.discard(upload)} />
        ))}
        {shown.map((upload) => (
          <UploadRow key={upload.key} upload={upload} onOpen={openRecord} />
        ))}
        {uploads.length > shown.length && (
          <li className={styles.state}>
            <Isolated>{strings.more(uploads.length - shown.length)}</Isolated>
          </li>
        )}
      </ul>
    </section>
  )
}

/** More rows than a user looks through are not drawn; what needs a decision comes first. */
const shownRows = 100
const order: Record<QueuedUpload['state']['at'], number> = {
  duplicate: 0,
  refused: 1,
  offline: 2,
  expired: 2,
  sending: 3,
  adding: 3,
  paused: 4,
  waiting: 5,
  done: 6,
}
const rank = ({ state }: QueuedUpload) => order[state.at]

type Act = { name: 'pauseAll' | 'resumeAll' | 'retryAll' | 'skipAll' | 'cancelAll'; icon: IconName }

/** The actions on all uploads in a state. */
const acts: readonly (Act & { applies: (upload: QueuedUpload) => boolean; run: (key: string) => void })[] = [
  {
    name: 'pauseAll',
    icon: 'pause',
    applies: ({ state }) => isPausable(state),
    run: pauseUpload,
  },
  { name: 'resumeAll', icon: 'play', applies: ({ state }) => state.at === 'paused', run: resumeUpload },
  {
    name: 'retryAll',
    icon: 'refresh',
    applies: ({ state }) => state.at === 'refused' && !state.isFinal,
    run: resumeUpload,
  },
  {
    name: 'skipAll',
    icon: 'forward',
    applies: ({ state }) => state.at === 'duplicate',
    run: (key) => decideDuplicate(key, false),
  },
  {
    name: 'cancelAll',
    icon: 'close',
    applies: ({ state }) => isPausable(state) || state.at === 'paused',
    run: cancelUpload,
  },
]

function PanelHead({ uploads }: { uploads: readonly QueuedUpload[] }) {
  const strings = analysisStrings[useLanguage()].upload
  const done = uploads.filter(({ state }) => state.at === 'done').length
  return (
    <div className={styles.panelHead}>
      <h2 className={styles.panelTitle}>{strings.title}</h2>
      <span role="status" className={styles.state}>
        {uploads.length > 0 && <Isolated>{strings.summary(done, uploads.length)}</Isolated>}
      </span>
      <div className={styles.panelTools}>
        {acts.map(({ name, icon, applies, run }) => {
          const some = uploads.filter(applies)
          return (
            some.length > 0 && (
              <Button
                key={name}
                size="sm"
                variant="ghost"
                icon={icon}
                onClick={() => some.forEach(({ key }) => run(key))}
              >
                {strings[name]}
              </Button>
            )
          )
        })}
        {uploads.some(isFinished) && (
          <Button size="sm" variant="ghost" icon="check" onClick={clearFinished}>
            {strings.clear}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The interrupted uploads that the server has, without those that this tab has begun. */
function useInterrupted(isEnabled: boolean) {
  const begun = useSyncExternalStore(subscribeToUploads, begunUploads)
  const query = useQuery({
    queryKey: ['uploads', analysisFileUse],
    queryFn: async ({ signal }) =>
      unwrapAnswer(await post('files/upload/unfinished', { use: analysisFileUse }, { signal })).data,
    enabled: isEnabled,
  })
  return {
    rows: (query.data ?? []).filter((upload) => !begun.has(upload.upload)),
    discard: async ({ upload }: UnfinishedUpload) => {
      await post('files/upload/cancel', { upload })
      await query.refetch()
    },
  }
}

type InterruptedProps = { upload: UnfinishedUpload; onDiscard: () => void }

/** An upload of an earlier page: the browser does not give its file again, the user does. */
function InterruptedRow({ upload: { name, size, offset }, onDiscard }: InterruptedProps) {
  const strings = analysisStrings[useLanguage()].upload
  const { files } = useStrings()
  return (
    <li className={styles.upload}>
      <span className={rowStyles.about}>
        <bdi className={rowStyles.name}>
          <FreeText>{name}</FreeText>
        </bdi>
        <span className={styles.state}>
          <Isolated>{strings.interrupted(Math.floor((100 * offset) / size))}</Isolated>
        </span>
      </span>
      <IconButton icon="close" label={files.cancel(name)} onClick={onDiscard} />
    </li>
  )
}

type Props = { upload: QueuedUpload; onOpen: (id: number) => void }

/** One upload: its name, its progress or what is wrong with it, and what can be done. */
function UploadRow({ upload, onOpen }: Props) {
  const { file, state } = upload
  return (
    <li className={styles.upload}>
      <span className={rowStyles.about}>
        <bdi className={rowStyles.name} title={isolate(file.name)}>
          <FreeText>{file.name}</FreeText>
        </bdi>
        <UploadState upload={upload} />
        {state.at === 'duplicate' && <Duplicates rows={state.duplicates} onOpen={onOpen} />}
      </span>
      <UploadActions upload={upload} />
    </li>
  )
}

function UploadState({ upload: { file, progress, state } }: Pick<Props, 'upload'>) {
  const strings = analysisStrings[useLanguage()].upload
  const { files } = useStrings()
  if (state.at === 'sending' || state.at === 'offline' || state.at === 'expired' || state.at === 'paused')
    return (
      <>
        <progress className={rowStyles.bar} value={progress} max={1} aria-label={files.uploading(file.name)} />
        {state.at !== 'sending' && <span className={styles.state}>{strings.states[state.at]}</span>}
      </>
    )
  const isProblem = state.at === 'refused' || state.at === 'duplicate'
  const sentence =
    state.at === 'refused' ? state.reason : state.at === 'duplicate' ? strings.duplicate : strings.states[state.at]
  return (
    <span
      role={isProblem ? 'alert' : undefined}
      className={classes(styles.state, state.at === 'refused' && styles.refused, state.at === 'done' && styles.added)}
    >
      <Isolated>{sentence}</Isolated>
    </span>
  )
}

/** The analyses that have the file: each opens over the list. */
function Duplicates({ rows, onOpen }: { rows: readonly AnalysisOfFile[]; onOpen: (id: number) => void }) {
  return (
    <ul className={styles.links}>
      {rows.map(({ id, case_numbers_text: numbers, title, file, court, status }) => (
        <li key={id}>
          <button type="button" className={styles.link} onClick={() => onOpen(id)}>
            {numbers !== '' ? (
              <CaseNumberList text={numbers} />
            ) : (
              <bdi>
                <FreeText>{title || file}</FreeText>
              </bdi>
            )}
          </button>{' '}
          <span className={styles.state}>
            <bdi>{court}</bdi> · {choiceName(status)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function UploadActions({ upload: { key, file, state } }: Pick<Props, 'upload'>) {
  const strings = analysisStrings[useLanguage()].upload
  const { files } = useStrings()
  const { name } = file
  const { at } = state
  if (at === 'done' || at === 'adding') return null
  if (at === 'duplicate')
    return (
      <>
        <IconButton icon="plus" label={strings.add(name)} onClick={() => decideDuplicate(key, true)} />
        <IconButton icon="close" label={strings.skip(name)} onClick={() => decideDuplicate(key, false)} />
      </>
    )
  return (
    <>
      {isPausable(state) && <IconButton icon="pause" label={strings.pause(name)} onClick={() => pauseUpload(key)} />}
      {at === 'paused' && <IconButton icon="play" label={strings.resume(name)} onClick={() => resumeUpload(key)} />}
      {state.at === 'refused' && !state.isFinal && (
        <IconButton icon="refresh" label={files.retry(name)} onClick={() => resumeUpload(key)} />
      )}
      <IconButton icon="close" label={files.cancel(name)} onClick={() => cancelUpload(key)} />
    </>
  )
}
