import fastify from 'fastify'
import pg from 'pg'

/** A bare Fastify that has asked the PostgreSQL of its parameter once. It ends with its parent. */
const client = new pg.Client({ connectionString: process.argv[2] })
await client.connect()
await client.query('select 1')
const app = fastify()
app.get('/', async () => ({ data: (await client.query('select 1')).rows }))
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.once('disconnect', () => process.exit())
process.send?.(address)
