import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexClient } from '#server/search/indexing/batches.ts'
import { currentLibrary } from '#server/search/indexing/changeLog.ts'
import { openIndex } from '#server/search/workers/openIndex.ts'
import { documentOf } from '#test/memoryIndex.ts'
import { missingOpenSearch, type OpenSearch, openOpenSearch } from '#test/openSearch.ts'
import { openSmallLibrary, queryOf, type SmallLibrary } from '#test/searchIndex.ts'
import { openTcpProxy } from '#test/tcpProxy.ts'
import { openCaseStore } from './caseStore.ts'
import { openCluster } from './cluster.ts'
import { openFollowedStore } from './followStore.ts'

const firstPage = { sort: 'newest', page: 1, page_size: 12, unpublished: true } as const

describe.skipIf(missingOpenSearch)(`cases in OpenSearch (${missingOpenSearch ?? 'with OpenSearch'})`, () => {
  let openSearch: OpenSearch
  let searchUrl: string
  let library: SmallLibrary
  beforeAll(async () => {
    openSearch = await openOpenSearch()
    searchUrl = openSearch.searchUrl()
    library = await openSmallLibrary({ searchUrl })
    await library.index.waitForRefresh()
  })
  afterAll(async () => {
    await library.close()
    await openSearch.close()
  })
  const countOf = async (text: string) => (await library.index.searchCases(queryOf(text), firstPage)).count

  test('a write that comes late brings back neither a deleted case nor an older text', async () => {
    const cluster = openCluster(openSearch.searchUrl())
    const store = openCaseStore(cluster, 'late writes')
    const client = indexClient(library.databaseUrl)
    await client.connect()
    await store.build(client, { databaseUrl: library.databaseUrl, isRunning: () => true })
    await client.close()
    const searched = async () => {
      const body = { query: { match_all: {} }, sort: [{ place: 'asc' }] }
      const { hits } = await cluster.send<{ hits: { hits: { _id: string; sort: [number] }[] } }>(
        'POST',
        `/${store.alias}/_search`,
        { body },
      )
      return hits.hits.map(({ _id }) => _id)
    }
    const write = (id: number, text: string) => ({ id, document: documentOf(id, text).document })
    const [first, second, third] = ['1000000:1000001:', '1000000:1000002:', '1000000:1000003:'] as const

    await store.write([write(1, 'ދަރަނި'), write(2, 'ދަރަނި')], second)
    expect(await searched()).toEqual(['1', '2'])
    await store.remove([1, 3], third)
    expect(await searched()).toEqual(['2'])
    await store.write([write(1, 'ދަރަނި'), write(3, 'ދަރަނި'), { id: 2, document: undefined }], first)
    expect(await searched()).toEqual(['2'])
    await store.write([write(1, 'ދަރަނި')], third)
    expect(await searched()).toEqual(['1', '2'])
    await cluster.close()
  })

  test('a case is found once it is indexed, a deletion is applied once it was waited for, and an unpublished case stays for the staff', async () => {
    const id = await library.addCase({ title: 'ޖޫރިމަނާ' })
    const hidden = await library.addCase({ title: 'ޖޫރިމަނާ' })
    expect(await library.ids('ޖޫރިމަނާ')).toHaveLength(2)
    await library.client.query('update case_files set deleted_at = now() where id = $1', [id])
    await library.client.query('update case_files set published = false where id = $1', [hidden])
    await library.index.waitForDeletions()
    expect(await library.ids('ޖޫރިމަނާ')).toEqual([])
    expect(await library.ids('ޖޫރިމަނާ', { unpublished: true })).toEqual([hidden])
  })

  test('while an index is built again every search finds all, and what changes meanwhile is in the new index', async () => {
    for (let at = 0; at < 60; at += 1) await library.addCase({ title: 'މުރާބަޙާ', text: ['އެއްބަސްވުން '.repeat(200)] })
    await library.index.waitForRefresh()
    const cluster = openCluster(searchUrl)
    const indices = async () =>
      Object.keys(await cluster.send<object>('GET', `/${cluster.prefix}-*`)).filter((name) => !name.endsWith('-state'))
    const before = await indices()
    const client = indexClient(library.databaseUrl)
    await client.connect()
    const store = openCaseStore(cluster, (await currentLibrary(client)).library)
    const counts: number[] = []
    const state = { isBuilt: false }
    const building = store.build(client, { databaseUrl: library.databaseUrl, isRunning: () => true })
    void building.finally(() => (state.isBuilt = true))
    const added = library.addCase({ title: 'މުރާބަޙާ' })
    while (!state.isBuilt) counts.push(await countOf('މުރާބަޙާ'))
    expect(await building).toBe(true)
    await added
    await library.index.waitForRefresh()

    expect(counts.filter((count) => count !== 60 && count !== 61)).toEqual([])
    expect(await countOf('މުރާބަޙާ')).toBe(61)
    const after = await indices()
    expect(after).toHaveLength(1)
    expect(after).not.toEqual(before)
    await client.close()
    await cluster.close()
  })

  test('an index whose alias was deleted is built again', async () => {
    const cluster = openCluster(searchUrl)
    const found = await cluster.send<Record<string, { aliases: object }>>('GET', `/${cluster.prefix}-*/_alias`)
    for (const [index, { aliases }] of Object.entries(found))
      for (const alias of Object.keys(aliases).filter((name) => !name.endsWith('-write')))
        await cluster.send('DELETE', `/${index}/_alias/${alias}`)
    await cluster.close()
    await expect(countOf('މުރާބަޙާ')).rejects.toMatchObject({ code: 'unavailable' })
    await library.addCase({ title: 'މުރާބަޙާ' })
    await library.index.waitForRefresh()
    expect(await countOf('މުރާބަޙާ')).toBe(62)
  })

  test('while OpenSearch is away searches are refused as unavailable, and the index catches up when it is back', async () => {
    const target = new URL(searchUrl)
    const proxy = await openTcpProxy({ host: target.hostname, port: Number(target.port) })
    const through = new URL(openSearch.searchUrl())
    through.port = String(proxy.port)
    const folder = mkdtempSync(join(tmpdir(), 'hukum-away-'))
    const index = await openIndex({ folder, databaseUrl: library.databaseUrl, threads: 1, searchUrl: through.href })
    await index.waitForRefresh()
    const search = async () => (await index.searchCases(queryOf('ޤަރުޟު'), firstPage)).count
    expect(await search()).toBe(0)

    proxy.setMode('refuse')
    await expect(search()).rejects.toMatchObject({ code: 'unavailable' })
    await expect(index.ping()).rejects.toThrow('does not answer')
    await library.addCase({ title: 'ޤަރުޟު' })
    proxy.setMode('pass')
    await index.waitForRefresh()
    expect(await search()).toBe(1)
    await index.close()
    await proxy.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a cluster that has lost the limit of clauses gets it again before its cases are built', async () => {
    const searchUrlOfOwn = openSearch.searchUrl()
    const cluster = openCluster(searchUrlOfOwn)
    const setting = 'indices.query.bool.max_clause_count'
    await cluster.send('PUT', '/_cluster/settings', { body: { persistent: { [setting]: null } } })
    const client = indexClient(library.databaseUrl)
    await client.connect()
    const store = openFollowedStore(searchUrlOfOwn, 'lost limit')
    const building = { databaseUrl: library.databaseUrl, isRunning: () => true, onBuild: () => undefined, oldest_ms: 0 }
    expect(await store.untilBuilt(client, building)).toBeDefined()
    const query = { flat_settings: true }
    expect(await cluster.send('GET', '/_cluster/settings', { query })).toMatchObject({
      persistent: { [setting]: '32768' },
    })
    await client.close()
    await store.close()
    await cluster.close()
  })

  test('the index of a build that was stopped is deleted by the next one', async () => {
    const cluster = openCluster(openSearch.searchUrl())
    const store = openCaseStore(cluster, 'stopped build')
    const client = indexClient(library.databaseUrl)
    await client.connect()
    const building = { databaseUrl: library.databaseUrl, isRunning: () => false }
    const indices = async () => Object.keys(await cluster.send<object>('GET', `/${store.alias}-*`))
    expect(await store.build(client, building)).toBe(false)
    const [unfinished] = await indices()
    expect(await store.build(client, { ...building, isRunning: () => true })).toBe(true)
    expect(await indices()).toHaveLength(1)
    expect(await indices()).not.toContain(unfinished)
    await client.close()
    await cluster.close()
  })

  test('an index that is ahead of the library is built again, because changes were lost', async () => {
    const url = openSearch.searchUrl()
    const cluster = openCluster(url)
    const states = openCaseStore(cluster, 'lost changes')
    const store = openFollowedStore(url, 'lost changes')
    const client = indexClient(library.databaseUrl)
    await client.connect()
    const builds: true[] = []
    const onBuild = () => void builds.push(true)
    const building = { databaseUrl: library.databaseUrl, isRunning: () => true, onBuild, oldest_ms: 0 }
    await store.untilBuilt(client, building)
    await store.untilBuilt(client, building)
    expect(builds).toHaveLength(1)
    const { next } = await currentLibrary(client)
    await states.setIndexedBefore(String(Number(next) + 1000))
    await store.untilBuilt(client, building)
    expect(builds).toHaveLength(2)
    await client.close()
    await store.close()
    await cluster.close()
  })

  test('a request that one node does not answer is sent to another one', async () => {
    const { hostname: host, port, origin } = new URL(searchUrl)
    const proxy = await openTcpProxy({ host, port: Number(port) })
    const cluster = openCluster(`http://127.0.0.1:${proxy.port}/hukum ${origin}`)
    proxy.setMode('refuse')
    for (let at = 0; at < 4; at += 1)
      expect(await cluster.send('GET', '/')).toMatchObject({ version: { distribution: 'opensearch' } })
    await cluster.close()
    await proxy.close()
  })

  test('a server whose SEARCH_URL leads to something else does not start, and says why', async () => {
    const other = createServer((_request, response) => response.setHeader('content-type', 'application/json').end('{}'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const folder = mkdtempSync(join(tmpdir(), 'hukum-else-'))
    const opening = openIndex({
      folder,
      databaseUrl: library.databaseUrl,
      threads: 1,
      searchUrl: `http://127.0.0.1:${port}`,
    })
    await expect(opening).rejects.toThrow('SEARCH_URL must lead to OpenSearch 3 or later')
    other.close()
    rmSync(folder, { recursive: true, force: true })
  })
})
