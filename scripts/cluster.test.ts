import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { buffersMb, startCluster } from './cluster.ts'

test('shared_buffers of the embedded database is an eighth of the memory, between 256 MB and 1 GB', () => {
  const gigabytes = [0.5, 2, 4, 8, 64]
  expect(gigabytes.map((size) => buffersMb(size * 1024 ** 3))).toEqual([256, 256, 512, 1024, 1024])
})

test('a start during the recovery of a cluster waits for it instead of starting a second one', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'hukum-recovery-'))
  const folder = join(parent, 'postgres')
  const start = () => startCluster(folder, 'the password', ['hot_standby=off'])
  await (await start()).stop()
  // A standby stays in recovery until it is promoted, and accepts no connection meanwhile.
  writeFileSync(join(folder, 'standby.signal'), '', { mode: 0o666 })
  const first = start()
  await vi.waitFor(() => expect(readFileSync(join(folder, 'postmaster.pid'), 'utf8')).toContain('standby'), 60_000)
  const second = start()
  const [pid = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  writeFileSync(join(folder, 'promote'), '', { mode: 0o666 })
  process.kill(Number(pid), 'SIGUSR1')
  const [one, other] = await Promise.all([first, second])
  expect(other.url('postgres')).toBe(one.url('postgres'))
  await Promise.all([one.stop(), other.stop()])
  rmSync(parent, { recursive: true })
})
