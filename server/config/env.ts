import { z } from 'zod'
import { limits } from '#shared/limits.ts'

const number = (low: number, high: number) => z.coerce.number().int().min(low).max(high)

const isBroadcaster = (text: string) =>
  URL.canParse(text) && /^\/apps\/[\w-]+$/.test(new URL(text).pathname) && new URL(text).password !== ''

const shape = z.object({
  PORT: number(0, 65_535).default(4000),
  /** Where sockets connect to, when not to PORT. */
  WS_PORT: number(0, 65_535).optional(),
  /** A broadcaster outside that keeps the sockets instead of this server. */
  PUSHER_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isBroadcaster, 'must be https://KEY:SECRET@HOST/apps/ID')
    .optional(),
  /** Where browsers find its sockets, when it is not the host of PUSHER_URL. */
  PUSHER_WS_URL: z.url({ protocol: /^wss?$/ }).optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The host that files of records are opened from, when it is not PUBLIC_URL: it leads to this server. */
  FILES_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The name shown, when it is another than the product's own. */
  PRODUCT_NAME: z.string().min(1).max(60).optional(),
  /** `panel`: the newest under the bell, and no page with all of them. `off`: no bell. */
  NOTIFICATIONS: z.enum(['on', 'panel', 'off']).default('on'),
  /** Where the panel leads for all of them: a page of this web. */
  NOTIFICATIONS_PAGE: z
    .string()
    .regex(/^\/(?!\/)[\w\-/]{0,100}$/, 'must be a path of this web, such as /notifications')
    .optional(),
  /** How high the panel's list is, in pixels. */
  NOTIFICATIONS_HEIGHT: number(120, 1200).optional(),
  /** Proxies of ours in front: so many of the addresses they write down are believed. */
  TRUSTED_PROXIES: number(0, 10).default(0),
  TOKEN_LIFETIME_MINUTES: number(1, 1440).default(60),
  /** Who gets a one-time code after the password; by default the staff, but nobody in the demo library. */
  LOGIN_OTP: z.enum(['never', 'staff', 'everyone']).optional(),
  /** The server that takes letters; without it they are put into DATA_DIR/mail. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Who letters are from: an address, or a name with an address in angle brackets. */
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<?[^\s<>@]+@[\w.-]+>?$/)
    .default('Hukum <hukum@localhost>'),
  SEED: z.enum(['demo', 'none']).default('demo'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  /** Threads that answer searches. */
  SEARCH_THREADS: number(1, 16).default(2),
  /** Of more matches than this the facets come in an answer of their own. */
  SEARCH_FACETS_AT_ONCE: number(1, 100_000_000).default(limits.search.facets_at_once),
})

const complete = shape.transform((env) => ({
  ...env,
  LOGIN_OTP: env.LOGIN_OTP ?? (env.SEED === 'demo' ? ('never' as const) : ('staff' as const)),
}))

export type Env = z.infer<typeof complete>

/** Something the person who starts the server can mend; shown as its sentence, without a stack. */
export class StartFailure extends Error {}

/** Reads and checks the environment. Throws one `StartFailure` that lists everything wrong. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = complete.safeParse(given)
  if (result.success) return result.data

  const list = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new StartFailure(`The environment is not right (see .env.example):\n${list.join('\n')}`)
}
