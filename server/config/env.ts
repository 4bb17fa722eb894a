import { z } from 'zod'
import { limits } from '#shared/limits.ts'

const integer = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum)

const isBroadcaster = (text: string) =>
  URL.canParse(text) && /^\/apps\/[\w-]+$/.test(new URL(text).pathname) && new URL(text).password !== ''

/** The first address of a node has a path that OpenSearch accepts as the beginning of a name. */
const [firstNode, otherNode] = [
  /^https?:\/\/[^\s/?#]+(\/([a-z][a-z0-9-]{0,40})?)?(\?shards=[1-9]\d?)?$/,
  /^https?:\/\/[^\s/?#@]+\/?$/,
]
const areSearchNodes = (text: string) =>
  text.split(/ +/).every((url, at) => URL.canParse(url) && (at === 0 ? firstNode : otherNode).test(url))

const logFields = {
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  /** Without it: `text` at a terminal, else `json`. */
  LOG_FORMAT: z.enum(['text', 'json']).optional(),
}

const secretOfBucket = z.string().min(1).max(200).optional()

const bucketFields = {
  /** The S3-compatible bucket that has the files; without it they are in DATA_DIR/files. */
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  /** What the keys of the files begin with: a bucket may have those of several libraries. */
  S3_PREFIX: z
    .string()
    .regex(/^([\w-]{1,60}\/){1,5}$/, 'must be a path that ends with a slash, such as hukum/')
    .optional(),
  /** Without it, the S3 of Amazon in S3_REGION. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be a region such as us-east-1')
    .optional(),
  S3_ACCESS_KEY_ID: secretOfBucket,
  S3_SECRET_ACCESS_KEY: secretOfBucket,
  /** Whether the bucket is in the path of its address, not in the host; by default with S3_ENDPOINT. */
  S3_FORCE_PATH_STYLE: z.enum(['true', 'false']).optional(),
}

/** The settings of the bucket. With S3_BUCKET, both keys are there. */
export type BucketEnv = z.infer<z.ZodObject<typeof bucketFields>>

function refuseHalfBucket(env: BucketEnv, context: z.core.$RefinementCtx<BucketEnv>) {
  const names = Object.keys(bucketFields) as (keyof BucketEnv)[]
  const needed = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const refused =
    env.S3_BUCKET === undefined
      ? names
          .filter((name) => env[name] !== undefined)
          .map((name) => [name, 'has no effect without S3_BUCKET'] as const)
      : needed.filter((name) => env[name] === undefined).map((name) => [name, 'is needed with S3_BUCKET'] as const)
  for (const [name, message] of refused) context.addIssue({ code: 'custom', path: [name], message })
}

const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must be a URL such as postgres://USER:PASSWORD@HOST:5432/DATABASE' })
  .optional()

const envSchema = z.object({
  PORT: integer(0, 65_535).default(4000),
  /** The port of the sockets, when it differs from PORT. */
  WS_PORT: integer(0, 65_535).optional(),
  /** An external broadcaster that holds the sockets instead of this server. */
  PUSHER_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isBroadcaster, 'must be https://KEY:SECRET@HOST/apps/ID')
    .optional(),
  /** Where browsers connect to it, when it is not the host of PUSHER_URL. */
  PUSHER_WS_URL: z.url({ protocol: /^wss?$/ }).optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: postgresUrl,
  /** Past the transaction pooler at DATABASE_URL: for LISTEN, jobs, migrations, and locks of sessions. */
  DATABASE_DIRECT_URL: postgresUrl,
  /** A streaming replica that answers reads. */
  DATABASE_REPLICA_URL: postgresUrl,
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The host that files of records are opened from, when it is not PUBLIC_URL; it must lead to this server. */
  FILES_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The displayed name, when it differs from that of the product. */
  PRODUCT_NAME: z.string().min(1).max(60).optional(),
  /** `panel`: the newest notifications in the panel, without a page of all. `off`: no notification bell. */
  NOTIFICATIONS: z.enum(['on', 'panel', 'off']).default('on'),
  /** The page that the panel links to for all notifications. */
  NOTIFICATIONS_PAGE: z
    .string()
    .regex(/^\/(?!\/)[\w\-/]{0,100}$/, 'must be a path of this web, such as /notifications')
    .optional(),
  /** The height of the list in the panel, in pixels. */
  NOTIFICATIONS_HEIGHT: integer(120, 1200).optional(),
  /** The number of trusted proxies: that many addresses of X-Forwarded-For are trusted. */
  TRUSTED_PROXIES: integer(0, 10).default(0),
  TOKEN_LIFETIME_MINUTES: integer(1, 1440).default(60),
  /** Who needs a one-time code after the password; by default the staff, but no user in the demo library. */
  LOGIN_OTP: z.enum(['never', 'staff', 'everyone']).optional(),
  /** The mail server; without it e-mails are written to DATA_DIR/mail. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The sender of e-mails: an address, or a name with an address in angle brackets. */
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<?[^\s<>@]+@[\w.-]+>?$/)
    .default('Hukum <hukum@localhost>'),
  /** Cases and phrases that a user without permissions may open in a day; 0 for any number. */
  READS_PER_DAY: integer(0, 1_000_000).default(limits.reader.reads_per_day),
  SEED: z.enum(['demo', 'none']).default('demo'),
  ...logFields,
  ...bucketFields,
  /** The virus scanner clamd: a Unix socket, or a host and a port. Without one, uploads are not scanned. */
  CLAMD_SOCKET: z.string().startsWith('/', 'must be a path such as /run/clamav/clamd.ctl').optional(),
  CLAMD_HOST: z.string().min(1).optional(),
  CLAMD_PORT: integer(1, 65_535).default(3310),
  /** The port of the metrics, for Prometheus; without it nothing is measured. */
  METRICS_PORT: integer(0, 65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** A collector of OpenTelemetry; without it nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * The OpenSearch that has the cases, `https://USER:PASSWORD@HOST:PORT/PREFIX?shards=N`, then the addresses of further nodes;
   * without it each server has an index of its own.
   */
  SEARCH_URL: z
    .string()
    .refine(areSearchNodes, 'must be a URL such as https://HOST:9200/hukum, then those of other nodes without a path')
    .optional(),
  /** Threads that run searches. */
  SEARCH_THREADS: integer(1, 16).default(2),
  /** PDF files that this process analyzes at once; 0 leaves them to other processes. */
  ANALYSES_AT_ONCE: integer(0, 16).default(1),
  /** Whether each analysis reads scanned pages, or only one that a user asks to read them. */
  OCR: z.enum(['request', 'always']).default('request'),
  /** Above this number of matches, facets are sent in a separate response. */
  SEARCH_FACETS_AT_ONCE: integer(1, 100_000_000).default(limits.search.facets_at_once),
  /** The cost of proximity in one query, in cases times words; beyond it the words match anywhere in a case. */
  SEARCH_NEAR_BUDGET: integer(1, 100_000_000).default(limits.search.near_budget),
})

const furtherUrls = ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const

function refuseOnlyFurther(env: z.infer<typeof envSchema>, context: z.core.$RefinementCtx<z.infer<typeof envSchema>>) {
  if (env.DATABASE_URL !== undefined) return
  for (const name of furtherUrls.filter((one) => env[one] !== undefined))
    context.addIssue({ code: 'custom', path: [name], message: 'has no effect without DATABASE_URL' })
}

const complete = envSchema
  .superRefine(refuseHalfBucket)
  .superRefine(refuseOnlyFurther)
  .transform((env) => ({
    ...env,
    LOGIN_OTP: env.LOGIN_OTP ?? (env.SEED === 'demo' ? ('never' as const) : ('staff' as const)),
  }))

export type Env = z.infer<typeof complete>

const logSchema = z.object(logFields)

export type LogEnv = z.infer<typeof logSchema>

/** The settings of the log, or their defaults, for the errors of a start whose environment is not right. */
export const readLogEnv = (source: Record<string, string | undefined>): LogEnv =>
  logSchema.safeParse(presentIn(source)).data ?? logSchema.parse({})

/** An error that the operator can fix; printed without a stack. */
export class StartupError extends Error {}

/** Parses the environment. Throws one `StartupError` that lists every problem. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const result = complete.safeParse(presentIn(source))
  if (result.success) return result.data

  const list = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new StartupError(`The environment is not right (see .env.example):\n${list.join('\n')}`)
}

/** A variable that is set to nothing counts as absent. */
const presentIn = (source: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
