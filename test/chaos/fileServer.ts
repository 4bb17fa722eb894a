import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import pg from 'pg'
import { DatabaseClient } from '#server/db/client.ts'
import { sweepFiles } from '#server/files/sweep.ts'
import { openTestApp } from '#test/testApp.ts'

/**
 * The application in a process of its own, which is killed at one step of a call or a sweep: before a statement, or a change
 * of a file or a folder, or while it is carried out. Reads DATABASE_URL, DATA_DIR and FILE_RESERVE.
 */

/** `during` starts the step and does not wait for its end. */
export type CrashPoint = { step: number; when: 'before' | 'during' }
export type Order = { crashAt?: CrashPoint; sweep?: true }
/** `steps`: of the last order. */
export type Report = { port: number } | { steps: string[] }

let steps: string[] = []
let crashAt: CrashPoint | undefined

function step<Result>(name: string, run: () => Result): Result {
  steps.push(name)
  const isHere = crashAt?.step === steps.length
  if (isHere && crashAt?.when === 'before') process.kill(process.pid, 'SIGKILL')
  const result = run()
  if (isHere) process.kill(process.pid, 'SIGKILL')
  return result
}

type Method = (...parameters: never[]) => unknown

function intercept<Name extends string>(target: Record<Name, Method>, names: readonly Name[], about: string) {
  for (const name of names) {
    const method = target[name]
    target[name] = function (this: unknown, ...parameters: never[]) {
      return step(`${about}${name}`, () => method.apply(this, parameters))
    }
  }
}

function interceptFiles() {
  intercept(fs as unknown as Record<string, Method>, ['open', 'rename', 'rm', 'mkdir', 'utimes'], '')
  const { open } = fs
  fs.open = async (...parameters) => {
    const file: FileHandle = await open(...parameters)
    intercept(file as unknown as Record<string, Method>, ['appendFile', 'writeFile', 'sync'], 'file.')
    return file
  }
  syncBuiltinESMExports()
}

function interceptStatements() {
  const prototype = pg.Client.prototype as unknown as { query: (...parameters: unknown[]) => unknown }
  const { query } = prototype
  prototype.query = function (this: pg.Client, ...parameters) {
    const send = () => query.apply(this, parameters)
    return this instanceof DatabaseClient ? step(wordsOf(parameters[0]), send) : send()
  }
}

/** The first words of a statement. */
function wordsOf(statement: unknown) {
  const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
  return text
    .replace(/--.*\n/, '')
    .trim()
    .split(/\s+/)
    .slice(0, 3)
    .join(' ')
}

interceptFiles()
interceptStatements()
const { DATABASE_URL = '', DATA_DIR = '', FILE_RESERVE = '0' } = process.env
const { app, db, files } = await openTestApp({
  databaseUrl: DATABASE_URL,
  folder: DATA_DIR,
  fileReserve: Number(FILE_RESERVE),
})
await app.listen({ port: 0, host: '127.0.0.1' })
const report = (message: Report) => process.send?.(message)

process.on('message', (order: Order) => {
  if (order.sweep) return void sweepFiles(db, files).then(() => report({ steps }))
  report({ steps })
  steps = []
  crashAt = order.crashAt
})
process.once('disconnect', () => process.exit())
const address = app.server.address()
report({ port: typeof address === 'object' && address ? address.port : 0 })
