import type { AnalysisOfFile } from '#shared/calls/analyses.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import { CaseNumberList } from '#web/fields/cells/CaseNumbers.tsx'
import { choiceName } from '#web/fields/values.ts'
import { analysisStrings } from '#web/platform/strings/analysisStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import { cancelUpload, decideDuplicate, pauseUpload, type QueuedUpload, resumeUpload } from './uploadQueue.ts'
import rowStyles from '#web/ui/FileRow.module.css'
import styles from './Upload.module.css'

type Props = { upload: QueuedUpload; onOpen: (id: number) => void }

/** One upload: its name, its progress or what is wrong with it, and what can be done. */
export function UploadRow({ upload, onOpen }: Props) {
  const { file, state } = upload
  return (
    <li className={styles.upload}>
      <span className={rowStyles.about}>
        <bdi className={rowStyles.name} title={isolate(file.name)}>
          {file.name}
        </bdi>
        <UploadState upload={upload} />
        {state.at === 'duplicate' && <Duplicates rows={state.duplicates} onOpen={onOpen} />}
      </span>
      <UploadActions upload={upload} />
    </li>
  )
}

function UploadState({ upload: { file, progress, state } }: Pick<Props, 'upload'>) {
  const t = analysisStrings[useLanguage()].upload
  const { files } = useStrings()
  if (state.at === 'sending' || state.at === 'offline' || state.at === 'paused')
    return (
      <>
        <progress className={rowStyles.bar} value={progress} max={1} aria-label={files.uploading(file.name)} />
        {state.at !== 'sending' && <span className={styles.state}>{t.states[state.at]}</span>}
      </>
    )
  const isProblem = state.at === 'refused' || state.at === 'duplicate'
  const sentence = state.at === 'refused' ? state.reason : state.at === 'duplicate' ? t.duplicate : t.states[state.at]
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
            {numbers !== '' ? <CaseNumberList text={numbers} /> : <bdi>{title || file}</bdi>}
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
  const t = analysisStrings[useLanguage()].upload
  const { files } = useStrings()
  const { name } = file
  const { at } = state
  if (at === 'done' || at === 'adding') return null
  if (at === 'duplicate')
    return (
      <>
        <IconButton icon="plus" label={t.add(name)} onClick={() => decideDuplicate(key, true)} />
        <IconButton icon="close" label={t.skip(name)} onClick={() => decideDuplicate(key, false)} />
      </>
    )
  return (
    <>
      {(at === 'waiting' || at === 'sending' || at === 'offline') && (
        <IconButton icon="pause" label={t.pause(name)} onClick={() => pauseUpload(key)} />
      )}
      {at === 'paused' && <IconButton icon="play" label={t.resume(name)} onClick={() => resumeUpload(key)} />}
      {state.at === 'refused' && !state.isFinal && (
        <IconButton icon="refresh" label={files.retry(name)} onClick={() => resumeUpload(key)} />
      )}
      <IconButton icon="close" label={files.cancel(name)} onClick={() => cancelUpload(key)} />
    </>
  )
}
