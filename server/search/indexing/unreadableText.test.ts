import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallLibrary, type SmallLibrary } from '#test/searchIndex.ts'
import { caseDocuments, selectCases } from './caseDocuments.ts'

/** Rows that were written before validation refused them, or by another program. */
const unreadable = [
  { content: [1, null, { insert: 5 }], footnotes: [], annotations: [] },
  { content: [{ insert: 'a\n', attributes: null }], footnotes: [], annotations: [] },
  { content: [{ insert: 'a\n' }], footnotes: [5], annotations: [] },
]

let library: SmallLibrary
beforeAll(async () => {
  library = await openSmallLibrary()
})
afterAll(() => library.close())

async function addUnreadable(content: unknown, title: string) {
  const id = await library.addCase({ title, closed_date: null })
  await library.client.query('update case_files set case_content = $2 where id = $1', [id, JSON.stringify(content)])
  return id
}

test('a case with an unreadable text is found by its title, and does not stop the indexing of later cases', async () => {
  const ids: number[] = []
  for (const content of unreadable) ids.push(await addUnreadable(content, 'ކިޔޭގޮތް'))
  const behind = await library.addCase({ title: 'ފަހުގެ' })
  expect(await library.ids('ފަހުގެ')).toEqual([behind])
  expect((await library.ids('ކިޔޭގޮތް')).sort()).toEqual(ids.sort())
})

test('an unreadable text emits one warning', async () => {
  const id = await addUnreadable(unreadable[1], 'އެކެއް')
  const rows = await selectCases(library.client, [id])
  const messages: string[] = []
  const onWarning = ({ name, message }: Error) => {
    if (name === 'UnreadableText') messages.push(message)
  }
  process.on('warning', onWarning)
  for (let time = 0; time < 2; time += 1) caseDocuments(rows)
  await expect
    .poll(() => messages, { timeout: 20_000 })
    .toEqual([`The text of the case file ${id} cannot be read: it is indexed without it.`])
  process.off('warning', onWarning)
})
