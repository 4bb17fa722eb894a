import { serve } from '#server/serve.ts'
import { fillLibrary, demoSignIns } from '../db/seed/library.ts'
import { buildWeb } from './buildWeb.ts'
import { checkPort, explain, loadEnv, openHouse, run, untilAskedToStop } from './house.ts'

/** The main job on a fresh clone: database, library, web, index, and the address to open. */
await run(async () => {
  const env = loadEnv()
  await checkPort(env)
  const house = await openHouse(env)
  try {
    if (env.SEED === 'demo') await fillLibrary(house.env.DATABASE_URL, { say: console.log })
    await buildWeb({ say: console.log })
    const server = await serve(house.env)
    console.log(`\n${env.PRODUCT_NAME ?? 'ޙުކުމް (Hukum)'} is ready: ${server.address}`)
    if (env.SEED === 'demo') console.log(demoSignIns())
    console.log('Ctrl-C stops it.')
    await untilAskedToStop()
    console.log('\nStopping…')
    await server.close()
  } catch (error) {
    throw explain(error, env)
  } finally {
    await house.stop()
  }
})
