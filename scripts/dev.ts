import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { addressOf } from '#server/serve.ts'
import { fillLibrary, demoSignIns } from '../db/seed/library.ts'
import { checkPort, loadEnv, openHouse, run, untilAskedToStop } from './house.ts'

/** As `npm start`, with reload: the web from Vite on PORT, the server beside it on the next port, restarted when it changes. */
await run(async () => {
  const env = loadEnv()
  await checkPort(env)
  const house = await openHouse(env)
  if (env.SEED === 'demo') await fillLibrary(house.env.DATABASE_URL, { say: console.log })

  const root = join(import.meta.dirname, '..')
  const apiPort = env.PORT + 1
  const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'server/main.mjs')], {
    env: {
      ...process.env,
      DATABASE_URL: house.env.DATABASE_URL,
      PORT: String(apiPort),
      HOST: '127.0.0.1',
      // Links of letters lead to the web, not to the server beside it.
      PUBLIC_URL: addressOf(env),
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
      proxy: { [String.raw`^/(api|files)/[^.]*$`]: `http://127.0.0.1:${apiPort}` },
    },
  })
  await web.listen()
  console.log(`\nhttp://${env.HOST}:${env.PORT}\n${demoSignIns()}`)

  await untilAskedToStop()
  await web.close()
  // The watcher and what it watches over are one group.
  if (server.pid) process.kill(-server.pid, 'SIGTERM')
  await new Promise((settle) => server.once('exit', settle))
  await house.stop()
})
