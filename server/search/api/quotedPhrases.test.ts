import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import type { CaseCard, SearchResult } from '#shared/calls/search.ts'
import { demoPassword, writeAccess } from '#db/seed/access.ts'
import { type Api, type Caller, openApi } from '#test/api.ts'
import { addCase } from '#test/searchIndex.ts'

/** Quoted words match where they are adjacent in this spelling, not where a case has the spelling elsewhere. */

let api: Api
let reader: Caller
const [dotted, plain, word] = ['ޙުކުމް', 'ހުކުމް', 'ކުރުން']

beforeAll(async () => {
  api = await openApi({ index: true, fill })
  reader = await api.as('subscriber@hukum.test', demoPassword)
  await api.search.waitForRefresh()
})
afterAll(() => api.close())

async function fill(url: string) {
  await withClient(url, async (client) => {
    await writeAccess(client)
    await addCase(client, { title: 'dotted', text: [`ލިޔުން ${dotted} ${word}`], court: 'އެއްވަނަ ކޯޓު' })
    await addCase(client, { title: 'plain', text: [`ލިޔުން ${plain} ${word}`, dotted], court: 'ދެވަނަ ކޯޓު' })
    await addCase(client, { title: 'both', text: [`${plain} ${word}`, `ލިޔުން ${dotted} ${word}`], court: 'ތިންވަނަ ކޯޓު' })
    await addCase(client, { title: 'in a name', claimant: `${dotted} ${word}`, text: [`${plain} ލިޔުން`] })
    await addCase(client, {
      title: 'many',
      text: [...Array<string>(20).fill(`${plain} ${word} ނިމުން`), dotted],
      court: 'ހަވަނަ ކޯޓު',
    })
    await addCase(client, { title: 'two paragraphs', text: [`ފެށުން ${dotted}`, `${word} ނިމުން`], court: 'ހަތްވަނަ ކޯޓު' })
    await addCase(client, { title: 'hamza', text: ['من أمر القاضي résumé'], court: 'ހަތަރުވަނަ ކޯޓު' })
    await addCase(client, { title: 'no hamza', text: ['من امر القاضي resume', 'أمر'], court: 'ފަސްވަނަ ކޯޓު' })
  })
}

test.each([
  [`"${dotted} ${word}"`, ['both', 'dotted', 'in a name']],
  [`"${plain} ${word}"`, ['both', 'many', 'plain']],
  [`"${dotted} ${word}" OR "ފެށުން ${dotted}"`, ['both', 'dotted', 'in a name', 'two paragraphs']],
  [`ލިޔުން -"${dotted} ${word}"`, ['plain']],
  ['"أمر القاضي"', ['hamza']],
  ['"من امر"', ['no hamza']],
  ['"الْأمر" OR "أَمر القاضي"', ['hamza']],
  ['"القاضي résumé"', ['hamza']],
  ['"Resume"', ['no hamza']],
  [`ލިޔުން "${dotted} ${word}" -dotted`, ['both', 'in a name']],
  [`${dotted} ${word}`, ['both', 'dotted', 'in a name', 'many', 'plain', 'two paragraphs']],
])('%s finds %j, and the count and the facets agree', async (Query, titles) => {
  const { body } = await reader('g/search', { Type: 'CaseFile', Query, Facets: true })
  const { data, count, facets } = body as unknown as SearchResult<CaseCard>
  expect(data.map(({ title }) => title).sort()).toEqual(titles)
  expect(count).toBe(titles.length)
  expect(facets?.court.map((court) => court.count)).toEqual(titles.map(() => 1))
})
