import { parseArgs } from 'node:util'
import { StartFailure } from '#server/env.ts'
import { generateCases, mostCases } from '../db/seed/generate.ts'
import { fillLibrary } from '../db/seed/library.ts'
import { loadEnv, openHouse, run } from './house.ts'

/** `npm run seed` fills an empty library; `npm run seed -- --cases N` adds N generated case files to measure with. */
await run(async () => {
  const { values } = parseArgs({ options: { cases: { type: 'string' } } })
  const count = Number(values.cases ?? 0)
  if (!Number.isInteger(count) || count < 0 || count > mostCases)
    throw new StartFailure(`--cases takes a whole number up to ${mostCases.toLocaleString('en')}.`)

  const env = loadEnv()
  const house = await openHouse(env)
  try {
    const filled = await fillLibrary(house.env.DATABASE_URL, { say: console.log })
    if (!filled && count === 0) console.log('The library already holds something: nothing was added.')
    if (count > 0) await generate(house.env.DATABASE_URL, count)
  } finally {
    await house.stop()
  }
})

async function generate(url: string, count: number) {
  const begun = performance.now()
  const rate = (done: number) => Math.round(done / ((performance.now() - begun) / 1000))
  const progress = (done: number) => {
    if (done % 10_000 === 0)
      console.log(`${done.toLocaleString('en')} case files (${rate(done).toLocaleString('en')} a second)`)
  }
  await generateCases(url, count, { progress })
  console.log(`${count.toLocaleString('en')} case files were added, ${rate(count).toLocaleString('en')} a second.`)
}
