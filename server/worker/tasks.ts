import { join } from 'node:path'
import { pagePicturesFolder, removeUnusedPictures } from '#server/analysis/pictures/pagePictures.ts'
import { sealAudit } from '#server/audit/sealAudit.ts'
import { createCodes } from '#server/security/codes.ts'
import { sendResetEmail } from '#server/auth/reset.ts'
import { analyze } from '#server/resources/analysis/analyze.ts'
import { resumeRuns } from '#server/resources/analysis/runs.ts'
import { renewNumberKeys } from '#server/resources/caseFiles/renewNumberKeys.ts'
import { renderTexts } from '#server/resources/caseFiles/renderTexts.ts'
import type { Db } from '#server/db/database.ts'
import type { Env } from '#server/config/env.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { clean, deleteOldEvents } from './clean.ts'
import type { Tasks } from '#server/jobs/queue.ts'
import { openMailTransport, type WrittenEmail } from '#server/mail/transport.ts'
import { type GivenUpEmail, resumeEmails, sendEmail } from '#server/mail/send.ts'
import { announce, type Log, logsText } from '#server/telemetry/log.ts'
import { notifyEndingSubscriptions } from '#server/notifications/endings.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { type Offload, runInline } from '#server/workerPool/workerPool.ts'

export type TaskDependencies = {
  env: Env
  db: Db
  secrets: Secrets
  files: FileStore
  /** DATA_DIR, absolute. */
  folder: string
  /** Where the web is, without a slash at its end. */
  address: string
  log: Log
  /** Without one, all work runs on this thread. */
  offload?: Offload
}

/** The function of every task; `stop` ends those that take minutes, and `close` closes what they opened. */
export function openTasks({ env, db, secrets, files, folder, address, log, offload = runInline }: TaskDependencies): {
  tasks: Tasks
  stop: () => void
  close: () => void
} {
  const stopping = new AbortController()
  const codes = createCodes(secrets.code_key)
  const transport = openMailTransport({
    smtpUrl: env.SMTP_URL,
    from: env.MAIL_FROM,
    folder: join(folder, 'mail'),
    onWritten: (email) => logWritten(log, env, email),
  })
  const readsScans = env.OCR === 'always'
  const print = (line: string) => log.error(line)
  const onGivenUp = (email: GivenUpEmail) => log.error(email, 'An e-mail was given up')
  const mailDependencies = { db, transport, open: codes.open, address, productName: env.PRODUCT_NAME, onGivenUp }
  return {
    stop: () => stopping.abort(),
    close: transport.close,
    tasks: {
      'send-email': (payload) => sendEmail(mailDependencies, payload),
      'send-reset-email': (payload) => sendResetEmail({ db, codes }, payload),
      'resume-emails': () => resumeEmails(db),
      clean: async () => {
        const { rows, bytes } = await clean(db, files)
        await removeUnusedPictures(db, pagePicturesFolder(folder))
        if (rows + bytes > 0) log.info({ rows, stored: bytes }, 'Unreferenced files were deleted')
      },
      'delete-old-events': () => deleteOldEvents(db),
      'notify-subscription-endings': () => notifyEndingSubscriptions(db),
      'renew-number-keys': () => renewNumberKeys(db),
      'render-texts': () => renderTexts({ db, offload }, print),
      analyze: (payload) => analyze({ db, files, offload, readsScans, stopping: stopping.signal, print }, payload),
      'resume-analyses': () => resumeRuns(db),
      'seal-audit': async () => void (await sealAudit(db, { folder })),
    },
  }
}

/** At a terminal, a newcomer reads the code or link of an e-mail here; a log that is stored never contains it. */
function logWritten(log: Log, env: Env, { recipient, subject, codeOrLink, file, kind }: WrittenEmail) {
  if (logsText(env)) announce(log, `E-mail to ${recipient}: ${subject}${codeOrLink && ` ${codeOrLink}`} (${file})`)
  else log.warn({ kind, file }, 'SMTP_URL is not set: an e-mail was written to a file')
}
