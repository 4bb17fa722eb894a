import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openScanner } from '#server/files/scanner.ts'
import { freePort } from './processes.ts'

/** The harmless file of EICAR that every scanner reports. In two parts, so that none reports this one. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

export type Clamd = { port: number; close: () => Promise<void> }

/** Answers to a scan other than that of clamd: none at all, or that the file is too long for it. */
type Fault = 'silent' | 'too-long'

/**
 * A peer that speaks the protocol of clamd and finds the file of EICAR anywhere; it is no scanner. It stands in where clamd
 * is not installed, and for faults that a real one does not have on request.
 */
export async function openPeer(fault?: Fault): Promise<Clamd> {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      answer(socket, received, fault)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => void server.close(),
  }
}

function answer(socket: Socket, received: Buffer, fault?: Fault) {
  const command = received.subarray(0, received.indexOf(0)).toString()
  if (command === 'zPING') socket.end('PONG\0')
  if (command !== 'zINSTREAM' || fault === 'silent') return
  if (fault === 'too-long') return void socket.end('INSTREAM size limit exceeded. ERROR\0')
  const file = fileIn(received.subarray(command.length + 1))
  if (file) socket.end(file.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
}

/** The parts of a complete stream, joined; undefined before its end. */
function fileIn(stream: Buffer) {
  const parts: Buffer[] = []
  for (let at = 0; at + 4 <= stream.length;) {
    const length = stream.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(stream.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

const program = '/usr/sbin/clamd'
export const hasClamd = existsSync(program)

/** The real clamd, with the file of EICAR as its only signature. */
export async function openClamd(): Promise<Clamd> {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-clamd-'))
  const database = join(folder, 'signatures')
  mkdirSync(database)
  writeFileSync(join(database, 'eicar.ndb'), `Eicar-Test-Signature:0:*:${Buffer.from(eicar).toString('hex')}\n`)
  const port = await freePort()
  const lines = [
    `DatabaseDirectory ${database}`,
    `TCPSocket ${port}`,
    'TCPAddr 127.0.0.1',
    'Foreground yes',
    `TemporaryDirectory ${folder}`,
    'StreamMaxLength 60M',
  ]
  writeFileSync(join(folder, 'clamd.conf'), `${lines.join('\n')}\n`)
  const child = spawn(program, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  const scanner = openScanner({ CLAMD_SOCKET: undefined, CLAMD_HOST: '127.0.0.1', CLAMD_PORT: port })
  const isReady = async () =>
    scanner?.ping().then(
      () => true,
      () => false,
    )
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 20))
  return {
    port,
    close: async () => {
      const exits = once(child, 'exit')
      child.kill('SIGKILL')
      await exits
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
