import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = { url: string; drop: () => Promise<void> }

/** `folder` holds what is made once in a run and copied. */
export type Cluster = { maintenance: string; template: string; folder: string }

/** What a database is cloned from. */
type Original = Pick<Cluster, 'maintenance' | 'template'>

/** A database of its own for a test file, cloned from the migrated template: commits are real, notifications arrive. */
export async function cloneDatabase({ maintenance, template }: Original = inject('cluster')): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(maintenance, `create database ${name} template ${template}`)
  const url = new URL(maintenance)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(maintenance, `drop database if exists ${name} with (force)`) }
}

async function run(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Cloning waits for nobody else to be connected to the template.
  for (let tries = 0; ; tries += 1) {
    try {
      await client.query(statement)
      break
    } catch (error) {
      if (tries === 20) throw error
      await new Promise((settle) => setTimeout(settle, 100))
    }
  }
  await client.end()
}
