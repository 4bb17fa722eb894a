import { pino, type Logger } from 'pino'
import { type LogEnv, StartupError } from '#server/config/env.ts'
import { redactFields, redactText, serializeError } from './redact.ts'

/**
 * The log of this process: every line that it writes, from the start to the end. Passed down from the entry point. As JSON
 * it is one object a line with `time` in UTC, `level` and `msg`, on standard output.
 */
export type Log = Logger

/** Opens the log; `write` receives each line with its line break, instead of the standard output. */
export function openLog({ LOG_LEVEL, LOG_FORMAT }: LogEnv, write?: (line: string) => void): Log {
  const writeJson = write ?? ((line: string) => void process.stdout.write(line))
  return pino(
    {
      level: LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }), log: (fields) => redactFields(fields) as Record<string, unknown> },
      serializers: { err: serializeError },
      hooks: { streamWrite: redactText },
    },
    { write: logsText({ LOG_FORMAT }) ? (line) => writeText(JSON.parse(line) as Entry, write) : writeJson },
  )
}

/** Whether lines are text for a person at a terminal. Without `LOG_FORMAT` the terminal decides. */
export const logsText = ({ LOG_FORMAT }: Pick<LogEnv, 'LOG_FORMAT'>) =>
  (LOG_FORMAT ?? (process.stdout.isTTY ? 'text' : 'json')) === 'text'

/** Writes a line that does not depend on LOG_LEVEL: that the server is ready, or that it stops. */
export const announce = (log: Log, sentence: string) =>
  log.child({}, { level: 'info' }).info({ announced: true }, sentence)

/**
 * Logs, at every LOG_LEVEL, why the process ends: a reason or an error that the operator can fix by its sentence, any other
 * with its stack.
 */
export function logFatal(log: Log, reason: unknown) {
  const always = log.child({}, { level: 'fatal' })
  if (reason instanceof StartupError) always.fatal(reason.message)
  else if (typeof reason === 'string') always.fatal(reason)
  else always.fatal({ err: reason }, 'The server ended by an error')
}

/** Warnings of Node become lines of the log. */
export function logWarnings(log: Log) {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'A warning of Node'))
}

type Entry = {
  level: string
  time: string
  msg?: string
  announced?: true
  err?: { message?: string; stack?: string }
} & Record<string, unknown>

function writeText(entry: Entry, write?: (line: string) => void) {
  const isProblem = ['warn', 'error', 'fatal'].includes(entry.level)
  const toTerminal = (line: string) => void (isProblem ? process.stderr : process.stdout).write(line)
  ;(write ?? toTerminal)(textOf(entry))
}

/** A line as text: an announcement and a fatal error are their sentence alone. */
function textOf({ level, time, msg, announced, err, ...fields }: Entry): string {
  const sentence = msg ?? err?.message ?? ''
  const stack = err?.stack === undefined ? '' : `\n${err.stack}`
  if (announced || level === 'fatal') return `${sentence}${stack}\n`
  const values = Object.entries(fields).map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return `${time.slice(11, 19)}Z ${level} ${sentence}${values.join('')}${stack}\n`
}
