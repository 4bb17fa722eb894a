import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The PostgreSQL cluster of a test run. `folder` holds what is built once in a run and copied. */
export type Cluster = { maintenance: string; template: string; folder: string }

export type TestDatabase = { url: string; drop: () => Promise<void> }

/** Clones a template database: commits are real, notifications arrive. */
export async function cloneTemplate({
  maintenance,
  template,
}: Pick<Cluster, 'maintenance' | 'template'>): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(maintenance, `create database ${name} template ${template}`)
  const url = new URL(maintenance)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(maintenance, `drop database if exists ${name} with (force)`) }
}

async function run(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // A template can be cloned only while no one is connected to it.
  for (let tries = 0; ; tries += 1) {
    try {
      await client.query(statement)
      break
    } catch (error) {
      if (tries === 20) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  await client.end()
}
