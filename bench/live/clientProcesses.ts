import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Received, Command, ClientOptions } from './clientProcess.ts'

type Reply = { open?: true; gathered?: true; ready?: true; all?: true; received?: Received }

/** Opens many sockets in several client processes, each from a local address of its own. */
export async function openClients(
  work: Omit<ClientOptions, 'localAddress'>,
  { processes, from }: { processes: number; from: number },
) {
  const children = Array.from({ length: processes }, (_, index) => {
    const share = Math.floor(((index + 1) * work.sockets) / processes) - Math.floor((index * work.sockets) / processes)
    const own: ClientOptions = { ...work, sockets: share, localAddress: `127.0.0.${from + index}` }
    return fork(join(import.meta.dirname, 'clientProcess.ts'), [JSON.stringify(own)])
  })
  await Promise.all(children.map((child) => waitForReply(child, 'open')))

  function command(what: Command, answer: keyof Reply) {
    const answers = children.map((child) => waitForReply(child, answer))
    for (const child of children) child.send(what)
    return Promise.all(answers)
  }

  return {
    /** Subscribes all sockets to the first channel. */
    gather: () => command({ gather: true }, 'gathered'),
    /** Announces the number of messages on each channel before they are sent. */
    expect: (messages: number[]) => command({ expect: messages }, 'ready'),
    /** Waits for all messages or the timeout, then reports. Call before messages are sent. */
    async received(ms: number): Promise<Received> {
      await Promise.all(children.map((child) => waitForReply(child, 'all', ms).catch(() => undefined)))
      return (await command({ report: true }, 'received')).map(({ received }) => received ?? failure()).reduce(sum)
    },
    leave: () => Promise.all(children.map(killProcess)),
  }
}

function failure(): never {
  throw new Error('a client process sent no report')
}

const sum = (one: Received, other: Received): Received => ({
  expected: one.expected + other.expected,
  messages: one.messages + other.messages,
  reordered: one.reordered + other.reordered,
  closed: one.closed + other.closed,
  after: [...one.after, ...other.after],
})

function waitForReply(child: ChildProcess, what: keyof Reply, ms = 300_000): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => done(() => reject(new Error(`no reply "${what}" from a client process`))), ms)
    const onMessage = (reply: Reply) => {
      if (what in reply) done(() => resolve(reply))
    }
    const onExit = () => done(() => reject(new Error('a client process exited')))
    function done(finish: () => void) {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit)
      finish()
    }
    child.on('message', onMessage).once('exit', onExit)
  })
}

/** Kills a child process and waits until it has exited. */
export function killProcess(child: ChildProcess) {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  child.kill('SIGKILL')
  return ended
}
