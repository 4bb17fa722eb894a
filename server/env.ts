import { z } from 'zod'

const number = (low: number, high: number) => z.coerce.number().int().min(low).max(high)

const shape = z.object({
  PORT: number(0, 65_535).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The name shown, when it is another than the product's own. */
  PRODUCT_NAME: z.string().min(1).max(60).optional(),
  /** Proxies of ours in front: so many of the addresses they write down are believed. */
  TRUSTED_PROXIES: number(0, 10).default(0),
  TOKEN_LIFETIME_MINUTES: number(1, 1440).default(60),
  SEED: z.enum(['demo', 'none']).default('demo'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  /** Threads that answer searches. */
  SEARCH_THREADS: number(1, 16).default(2),
})

export type Env = z.infer<typeof shape>

/** Something the person who starts the server can mend; shown as its sentence, without a stack. */
export class StartFailure extends Error {}

/** Reads and checks the environment. Throws one `StartFailure` that lists everything wrong. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = shape.safeParse(given)
  if (result.success) return result.data

  const list = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new StartFailure(`The environment is not right (see .env.example):\n${list.join('\n')}`)
}
