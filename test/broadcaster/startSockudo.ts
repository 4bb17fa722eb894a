import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '#shared/limits.ts'
import { freePort } from '#test/processes.ts'

type App = { id: string; key: string; secret: string }

/** Starts sockudo, a broadcaster of others that speaks Pusher's protocol. */
export async function startSockudo(program: string, app: App) {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-sockudo-'))
  const port = await freePort()
  const file = join(folder, 'config.json')
  writeFileSync(file, JSON.stringify(configurationOf(port, app)))
  const child = spawn(program, ['--config', file], { cwd: folder, stdio: 'ignore' })
  const isOpen = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  while (!(await isOpen())) {
    if (child.exitCode !== null) throw new Error(`sockudo ended by ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    port,
    close: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function configurationOf(port: number, { id, key, secret }: App) {
  const app = {
    id,
    key,
    secret,
    enabled: true,
    max_connections: '1000',
    enable_client_messages: false,
    enable_user_authentication: true,
    max_client_events_per_second: '100',
    max_channels_per_connection: limits.live.channels,
  }
  const memory = { driver: 'memory' }
  return {
    host: '127.0.0.1',
    port,
    debug: false,
    adapter: { driver: 'local' },
    cache: memory,
    queue: memory,
    metrics: { enabled: false },
    app_manager: { ...memory, array: { apps: [app] } },
  }
}
