import { StartupError } from '#server/config/env.ts'
import { generateCases, maxCases } from '#db/seed/generate.ts'
import { fillDemo } from './demoAnalyses.ts'
import { loadEnv, openEnvironment, parseFlags, runScript } from './environment.ts'

/** `npm run seed` fills an empty library; `npm run seed -- --cases N` adds N generated case files for measurements. */
await runScript(async () => {
  const { cases } = parseFlags('npm run seed [-- --cases N]', { cases: { type: 'string' } })
  const count = Number(cases ?? 0)
  if (!Number.isInteger(count) || count < 0 || count > maxCases)
    throw new StartupError(`--cases takes a whole number up to ${maxCases.toLocaleString('en')}.`)

  const env = loadEnv()
  const environment = await openEnvironment(env)
  try {
    const filled = await fillDemo(environment.env, { log: console.log })
    if (!filled && count === 0) console.log('The library already holds something: nothing was added.')
    if (count > 0) await generate(environment.env.DATABASE_URL, count)
  } finally {
    await environment.stop()
  }
})

async function generate(url: string, count: number) {
  const startedAt = performance.now()
  const rate = (done: number) => Math.round(done / ((performance.now() - startedAt) / 1000))
  const progress = (done: number) => {
    if (done % 10_000 === 0)
      console.log(`${done.toLocaleString('en')} case files (${rate(done).toLocaleString('en')} a second)`)
  }
  await generateCases(url, count, { progress })
  console.log(`${count.toLocaleString('en')} case files were added, ${rate(count).toLocaleString('en')} a second.`)
}
