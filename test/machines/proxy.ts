import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/processes.ts'

const program = process.env['CADDY'] ?? 'caddy'

export const hasCaddy = spawnSync(program, ['version']).status === 0

/** The Caddyfile that is deployed, without TLS. */
const configuration = readFileSync(join(import.meta.dirname, '../../deploy/Caddyfile'), 'utf8').replace(
  /^\ttls .*$/m,
  '',
)

/** Starts Caddy, as it is deployed, in front of servers on ports of 127.0.0.1. */
export async function openProxy(ports: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-proxy-'))
  writeFileSync(join(folder, 'Caddyfile'), configuration)
  // A name, because passkeys belong to one.
  const address = `http://localhost:${await freePort()}`
  const child = spawn(program, ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      HUKUM_HOST: address,
      HUKUM_SERVERS: ports.map((port) => `127.0.0.1:${port}`).join(' '),
    },
    stdio: 'ignore',
  })
  const isOpen = () =>
    fetch(address).then(
      () => true,
      () => false,
    )
  while (!(await isOpen())) {
    if (child.exitCode !== null) throw new Error(`Caddy ended by ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    address,
    close: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
