import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { readEnv } from '#server/config/env.ts'
import { withClient } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { serve } from '#server/serve.ts'
import { signedIn } from './apiClient.ts'
import { buildUser, password } from './factories.ts'
import { nightlyTest } from './nightly.ts'
import { freePort } from './processes.ts'
import { askRaw } from './rawHttp.ts'
import { openPair } from './replicaPair.ts'

/** A server whose reads a streaming replica answers. */

nightlyTest(
  'with a replica each list has the row that was saved just before, the replica answers it, and the metrics count that',
  async () => {
    const { primary, standby } = await openPair()
    const databaseUrl = primary.url('postgres')
    await migrate(databaseUrl)
    const folder = mkdtempSync(join(tmpdir(), 'hukum-replicated-'))
    const env = { DATABASE_URL: databaseUrl, DATABASE_REPLICA_URL: standby.url('postgres') }
    const metricsPort = await freePort()
    const own = {
      DATA_DIR: folder,
      PORT: '0',
      METRICS_PORT: String(metricsPort),
      SEARCH_THREADS: '1',
      LOG_LEVEL: 'silent',
    }
    const settings = { ...env, ...own }
    const server = await serve(readEnv(settings), { limitsScale: 1000 })
    onTestFinished(async () => {
      await server.close()
      rmSync(folder, { recursive: true })
    })
    const email = await buildUser(databaseUrl, { can: ['read-courts', 'create-courts'] })
    const client = await signedIn(server.address, email, password)
    for (let saved = 1; saved <= 50; saved += 1) {
      await client.done('courts/create', { name: `Court ${saved}` })
      expect((await client.done('courts/get'))['count']).toBe(saved)
    }
    const { rowCount } = await withClient(standby.url('postgres'), (there) =>
      there.query(`select from pg_stat_activity where application_name = 'hukum' and query like '%courts%'`),
    )
    expect(rowCount).toBeGreaterThan(0)

    await withClient(primary.url('postgres'), (there) =>
      there.query(`select pg_create_physical_replication_slot('one', true)`),
    )
    const metrics = (await askRaw(metricsPort, '/metrics')).body.toString()
    expect(metrics).toMatch(/^hukum_standby_lag_bytes\{slot="one"\} \d+$/m)
    expect(metrics).toMatch(/^hukum_replica_reads_total\{by="replica"\} [1-9]\d*$/m)
    expect(metrics).toMatch(/^hukum_database_connections\{pool="replica",state="total"\} [1-9]\d*$/m)
  },
)
