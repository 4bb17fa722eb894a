import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { refuseDemoPassword } from '#server/auth/demoPassword.ts'
import type { Env } from '#server/config/env.ts'
import { connect } from '#server/db/database.ts'
import { publicAddressOf } from '#server/serve.ts'
import { waitForShutdown } from '#server/shutdown.ts'
import { demoSignIns } from '#db/seed/access.ts'
import { fillDemo } from './demoAnalyses.ts'
import { checkPort, loadEnv, openEnvironment, runServer } from './environment.ts'

/** `npm start` with reload: Vite serves the web on PORT, and the API server runs on the next port and restarts on changes. */
await runServer(async () => {
  const env = loadEnv()
  await checkPort(env)
  const environment = await openEnvironment(env)
  if (env.SEED === 'demo') await fillDemo(environment.env, { log: console.log })
  await checkPasswords(environment.env)

  const root = join(import.meta.dirname, '..')
  const apiPort = env.PORT + 1
  const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'server/main.mjs')], {
    env: {
      ...process.env,
      DATABASE_URL: environment.env.DATABASE_URL,
      PORT: String(apiPort),
      HOST: '127.0.0.1',
      // Links in e-mails lead to the web, not to the API server.
      PUBLIC_URL: publicAddressOf(env),
    },
    stdio: 'inherit',
    detached: true,
  })
  const web = await createServer({
    configFile: join(root, 'web/vite.config.ts'),
    server: {
      host: env.HOST,
      port: env.PORT,
      strictPort: true,
      proxy: { [String.raw`^/((api|files)/[^.]*|healthz|readyz(/proxy)?)$`]: `http://127.0.0.1:${apiPort}` },
    },
  })
  await web.listen()
  console.log(`\nhttp://${env.HOST}:${env.PORT}\n${demoSignIns()}`)

  await waitForShutdown()
  await web.close()
  // The watcher and the server share one process group.
  if (server.pid) process.kill(-server.pid, 'SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  await environment.stop()
})

/** Vite listens on HOST, the API server behind it only on this machine. */
async function checkPasswords(env: Env & { DATABASE_URL: string }) {
  const { db, close } = connect(env.DATABASE_URL, { connections: 1 })
  try {
    await refuseDemoPassword(db, env)
  } finally {
    await close()
  }
}
