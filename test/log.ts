import { openLog } from '#server/telemetry/log.ts'

/** A log that writes nothing. */
export const silentLog = openLog({ LOG_LEVEL: 'silent', LOG_FORMAT: 'json' })

/** A log as JSON whose lines a test reads. */
export function recordLog(level: 'debug' | 'warn' = 'debug') {
  const lines: string[] = []
  return { lines, log: openLog({ LOG_LEVEL: level, LOG_FORMAT: 'json' }, (line) => lines.push(line)) }
}
