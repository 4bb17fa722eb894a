import { join } from 'node:path'
import { buildCodes } from '#server/security/codes.ts'
import { writeResetLetter } from '#server/auth/reset.ts'
import { renewNumberKeys } from '#server/resources/caseFiles/renewNumberKeys.ts'
import type { Db } from '#server/db/database.ts'
import type { Env } from '#server/config/env.ts'
import { openStore } from '#server/files/fileStore.ts'
import { clean, forgetChanges } from './clean.ts'
import type { Tasks } from '#server/jobs/queue.ts'
import { openPost } from '#server/mail/transport.ts'
import { resumeLetters, sendLetter } from '#server/mail/send.ts'
import { tellOfEndings } from '#server/notifications/endings.ts'
import type { Secrets } from '#server/config/secrets.ts'

export type Workshop = {
  env: Env
  db: Db
  secrets: Secrets
  /** DATA_DIR, absolute. */
  folder: string
  /** Where the web is, without a slash at its end. */
  address: string
  /** Says what was put into the folder of letters, and how many files were taken away. */
  say: (sentence: string) => void
}

/** Every job there is, and what closes what they keep open. */
export function openTasks({ env, db, secrets, folder, address, say }: Workshop): { tasks: Tasks; close: () => void } {
  const codes = buildCodes(secrets.code_key)
  const post = openPost({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, folder: join(folder, 'mail'), say })
  const office = { db, post, open: codes.open, address, productName: env.PRODUCT_NAME }
  return {
    close: post.close,
    tasks: {
      'send-letter': (letter) => sendLetter(office, letter),
      'write-reset-letter': (asked) => writeResetLetter({ db, codes }, asked),
      'resume-letters': () => resumeLetters(db),
      clean: async () => {
        const { rows, bytes } = await clean(db, openStore(join(folder, 'files')))
        if (rows + bytes > 0)
          say(`Files that nobody needs were taken away: ${rows} from the list, ${bytes} from the store.`)
      },
      'forget-changes': () => forgetChanges(db),
      'tell-of-endings': () => tellOfEndings(db),
      'renew-number-keys': () => renewNumberKeys(db),
    },
  }
}
