/** The longest time that closing may take; what is still open then is left to the operating system. */
const deadline_ms = 10_000

/** `npm` passes on the Ctrl-C that the terminal has already sent to all: within this time it is the same signal. */
const sameSignal_ms = 500

const allSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** The signals that end several processes: without a terminal, whose end it would be, SIGHUP replaces them. */
export const signalsOfPrimary = process.stdout.isTTY ? allSignals : allSignals.filter((signal) => signal !== 'SIGHUP')

/**
 * Resolves at the first signal. Rejects with the first error that nothing has caught: this is the only place that catches
 * such an error, and the caller prints it, closes every part, and exits with 1. From then on the process ends within ten
 * seconds, and at once by a second signal or error; `report` receives the reason.
 */
export function waitForShutdown(report: (reason: string) => void = printReason, signals = allSignals): Promise<void> {
  const exit = (reason: string): never => {
    report(`Stopped at once: ${reason}.`)
    process.exit(1)
  }
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  let startedAt: number | undefined

  const begin = (announce: () => void) => {
    startedAt = performance.now()
    setTimeout(() => exit(`not closed within ${deadline_ms / 1000} seconds`), deadline_ms).unref()
    announce()
  }
  for (const signal of signals)
    process.on(signal, () => {
      if (startedAt === undefined) begin(() => resolve(undefined))
      else if (performance.now() - startedAt > sameSignal_ms) exit(`a second ${signal}`)
    })
  // Without a listener, a primary that still starts would be ended at once by SIGHUP, and leave its database running.
  for (const signal of allSignals) if (!signals.includes(signal)) process.on(signal, () => undefined)
  // Output to a terminal that was closed is lost.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  // An unhandled rejection is an uncaught exception too.
  process.on('uncaughtException', (error) => {
    if (startedAt === undefined) begin(() => reject(error))
    else exit(error.stack ?? error.message)
  })
  return promise
}

const printReason = (reason: string) => void process.stderr.write(`${reason}\n`)
