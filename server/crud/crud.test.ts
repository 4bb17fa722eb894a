import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, type Caller, errorsOf } from '#test/api.ts'
import { openStaffApi, rowOf } from '#test/signedInApi.ts'

let api: Api
let staff: Caller

beforeAll(async () => {
  ;({ api, staff } = await openStaffApi())
})
afterAll(() => api.close())

const create = async (resource: string, fields: object) => {
  const answer = await staff(`${resource}/create`, fields)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return rowOf(answer.body)
}

describe('courts', () => {
  test('a court is created, found, renamed, and deleted, and its history lists every step', async () => {
    const { id, version } = await create('courts', { name: 'ސިވިލް ކޯޓު' })
    expect(rowOf((await staff('courts/find', { id })).body)).toMatchObject({ id, name: 'ސިވިލް ކޯޓު', version: 1 })
    const renamed = await staff('courts/update', { id, version, name: 'ސިވިލް  ކޯޓު އަލަށް' })
    expect(rowOf(renamed.body)).toMatchObject({ name: 'ސިވިލް ކޯޓު އަލަށް', version: 2 })
    const history = (await staff('courts/history', { id })).body['data']
    expect(history).toMatchObject([
      { action: 'update', by: 'Test', fields: [{ name: 'name', before: 'ސިވިލް ކޯޓު' }] },
      { action: 'create', by: 'Test' },
    ])
    expect(await staff('courts/delete', { id, version: 2 })).toMatchObject({ status: 200 })
    expect(await staff('courts/find', { id })).toMatchObject({ status: 404 })
  })

  test('a court with the name of another one is rejected at its field', async () => {
    await create('courts', { name: 'ހައިކޯޓު' })
    const { status, body } = await staff('courts/create', { name: 'ހައިކޯޓު' })
    expect([status, errorsOf(body)]).toEqual([400, { name: ['This is already in use.'] }])
  })

  test('a name is stored without direction marks, in one form of each letter', async () => {
    const { id } = await create('courts', { name: '\u202eCafe\u0301\u202c \u2066Court\u2069', code: '\u200eA-C\u061c' })
    expect(rowOf((await staff('courts/find', { id })).body)).toMatchObject({ name: 'Café Court', code: 'A-C' })
  })

  test('a court without a name is rejected, and so is an unknown field', async () => {
    const { status, body } = await staff('courts/create', { name: ' ', level: 'high' })
    expect([status, Object.keys(errorsOf(body)).sort()]).toEqual([400, ['level', 'name']])
  })

  test('a case status takes its color and its icon from the palettes, and names both fields when it refuses others', async () => {
    const wrong = await staff('caseStatuses/create', { name: 'ޙާލަތު', color: '#ff0000', icon: 'toString' })
    expect([wrong.status, errorsOf(wrong.body)]).toEqual([
      400,
      { color: ['This is not one of the choices.'], icon: ['This is not one of the choices.'] },
    ])
    const { id, version } = await create('caseStatuses', { name: 'ޙާލަތު', color: 'good', icon: 'gavel' })
    expect(await staff('caseStatuses/partialUpdate', { id, version, icon: 'clock' })).toMatchObject({ status: 400 })
  })

  test('an update of an older version is rejected with the changes since that version', async () => {
    const { id, version } = await create('courts', { name: 'ޑްރަގް ކޯޓު' })
    await staff('courts/partialUpdate', { id, version, name: 'ޑްރަގު ކޯޓު' })
    const { status, body } = await staff('courts/update', { id, version, name: 'އެހެން' })
    expect(status).toBe(409)
    expect(body['payload']).toMatchObject({
      changes: [{ by: 'Test', fields: [{ name: 'name', before: 'ޑްރަގް ކޯޓު', after: 'ޑްރަގު ކޯޓު' }] }],
    })
    expect(rowOf((await staff('courts/find', { id })).body)['name']).toBe('ޑްރަގު ކޯޓު')
  })

  test('a save without a change keeps the version of a court and causes no conflict', async () => {
    const { id, version, name } = await create('courts', { name: 'ފެމިލީ ކޯޓު' })
    expect(rowOf((await staff('courts/update', { id, version, name })).body)).toMatchObject({ id, version, name })
    expect((await staff('courts/history', { id })).body['data']).toHaveLength(1)
    expect(await staff('courts/update', { id, version, name: 'ޢާއިލާ ކޯޓު' })).toMatchObject({ status: 200 })
  })
})

describe('case files', () => {
  test('a case file is saved with all its links and repeater rows', async () => {
    const court = await create('courts', { name: 'ސުޕްރީމް ކޯޓު' })
    const [one, two] = [await create('judges', { name: 'ޢަލީ' }), await create('judges', { name: 'އާމިނަތު' })]
    const type = await create('caseTypes', { name: 'މަދަނީ' })
    const relation = await create('relationTypes', { name: 'އިސްތިއުނާފު' })
    const made = await create('caseFiles', {
      court: court.id,
      closed_date: '2021-03-02',
      case_numbers: [{ number: '2021/SC-A/12', submission_date: '2021-01-02', registration_date: null }],
      case_types: [type.id],
      judges: [two.id, one.id],
      claimant: 'ޢަލީ | އަޙްމަދު |',
      published: true,
      status_details: '<p onclick="x()">ތަފްޞީލު</p><script>1</script>',
      related_cases: [{ type: relation.id, number: '80/HC-A/2020', description: null }],
      case_content: { content: [{ insert: 'ޙުކުމް\n' }], footnotes: [], annotations: [] },
    })
    const found = rowOf((await staff('caseFiles/find', { id: made.id })).body)
    expect(found).toMatchObject({
      court: { name: 'ސުޕްރީމް ކޯޓު' },
      claimant: 'ޢަލީ|އަޙްމަދު',
      judges: [{ name: 'އާމިނަތު' }, { name: 'ޢަލީ' }],
      case_numbers: [{ number: '2021/SC-A/12', submission_date: '2021-01-02', registration_date: null }],
      case_numbers_text: '2021/SC-A/12',
      case_types_text: 'މަދަނީ',
      status_details: '<p>ތަފްޞީލު</p>',
      related_cases: [{ number: '80/HC-A/2020', type: { name: 'އިސްތިއުނާފު' }, status: null }],
      pdf_file: null,
    })

    const numbers = found['case_numbers'] as { id: number }[]
    const saved = await staff('caseFiles/update', {
      id: made.id,
      version: found.version,
      case_numbers: [{ number: '2021/SC-A/13' }, { ...numbers[0], number: '2021/SC-A/12' }],
      related_cases: [],
    })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const after = rowOf((await staff('caseFiles/find', { id: made.id })).body)
    expect(after).toMatchObject({ case_numbers_text: '2021/SC-A/13، 2021/SC-A/12', related_cases: [] })
    expect((after['case_numbers'] as { id: number }[])[1]?.id).toBe(numbers[0]?.id)
  })

  test('a save without a change keeps the version of a case file and is not indexed again', async () => {
    const court = await create('courts', { name: 'މަޖިސްޓްރޭޓު ކޯޓު' })
    const [one, two] = [await create('judges', { name: 'ޙަސަން' }), await create('judges', { name: 'މަރިޔަމް' })]
    const type = await create('caseTypes', { name: 'ކޮމާޝަލް' })
    const fields = {
      court: court.id,
      case_types: [type.id],
      case_numbers: [{ number: '9/Mj-C/2020' }, { number: '10/Mj-C/2020' }],
      judges: [two.id, one.id],
      status_details: '<p>ތަފްޞީލު</p>',
      published: true,
    }
    const { id, version } = await create('caseFiles', fields)
    const { case_numbers } = rowOf((await staff('caseFiles/find', { id })).body)
    const countLogged = async () => (await sql`select from change_log`.execute(api.db)).rows.length
    const before = await countLogged()
    const same = await staff('caseFiles/update', { id, version, ...fields, case_numbers })
    expect(rowOf(same.body).version).toBe(version)
    expect(await countLogged()).toBe(before)
    const reordered = await staff('caseFiles/update', { id, version, judges: [one.id, two.id] })
    expect(rowOf(reordered.body).version).toBeGreaterThan(version)
  })

  test('a case number that another case has, or the same case twice, is rejected at each such number', async () => {
    const court = await create('courts', { name: 'ޖުވެނައިލް ކޯޓު' })
    const type = await create('caseTypes', { name: 'ޖިނާޢީ' })
    const fields = { court: court.id, case_types: [type.id], case_numbers: [{ number: '7/Jv-C/2020' }] }
    await create('caseFiles', fields)
    const numbers = ['2020/JvC/7', '8/Jv-C/2020', '7/Jv-C/2020', '2020/JvC/8']
    const case_numbers = numbers.map((number) => ({ number }))
    const { status, body } = await staff('caseFiles/create', { ...fields, case_numbers })
    const ofOther = ['This is already in use by “7/Jv-C/2020”.']
    const errors = { 0: ofOther, 2: ofOther, 3: ['This is already in use.'] }
    const paths = Object.entries(errors).map(([at, sentences]) => [`case_numbers.${at}.number`, sentences])
    expect([status, errorsOf(body)]).toEqual([400, Object.fromEntries(paths)])
    expect(await staff('courts/delete', { id: court.id })).toMatchObject({ status: 422, body: { code: 'in-use' } })
  })

  test('a case number that is registered before its submission is rejected at the day of that number', async () => {
    const court = await create('courts', { name: 'ކްރިމިނަލް ކޯޓު' })
    const type = await create('caseTypes', { name: 'ފަނޑިޔާރުގެ' })
    const days = { submission_date: '2020-05-05', registration_date: '2020-01-01' }
    const answer = await staff('caseFiles/create', {
      court: court.id,
      case_types: [type.id],
      case_numbers: [{ number: '1/Cr-C/2020' }, { number: '2/Cr-C/2020', ...days }],
    })
    expect([answer.status, errorsOf(answer.body)]).toEqual([
      400,
      { 'case_numbers.1.submission_date': ['Submission date must not be after Registration date.'] },
    ])
  })

  test('rows of a case file can swap their numbers, and none can take one of another case', async () => {
    const court = await create('courts', { name: 'ލޭބަރ ކޯޓު' })
    const type = await create('caseTypes', { name: 'ވަޒީފާ' })
    const fields = { court: court.id, case_types: [type.id] }
    await create('caseFiles', { ...fields, case_numbers: [{ number: '5/Lb-C/2020' }] })
    const { id, version } = await create('caseFiles', {
      ...fields,
      case_numbers: [{ number: '6/Lb-C/2020' }, { number: '7/Lb-C/2020' }],
    })
    const found = rowOf((await staff('caseFiles/find', { id })).body)
    const [one, two] = (found['case_numbers'] as { id: number }[]).map((row) => row.id)
    const save = (...case_numbers: object[]) => staff('caseFiles/update', { id, version, case_numbers })
    for (const [others, by] of Object.entries({ '5/Lb-C/2020': ' by “5/Lb-C/2020”', '2020/LbC/7': '' })) {
      const taken = await save({ id: one, number: '7/Lb-C/2020' }, { id: two, number: others })
      expect(errorsOf(taken.body)).toEqual({ 'case_numbers.1.number': [`This is already in use${by}.`] })
    }
    const swapped = [{ id: one, number: '7/Lb-C/2020' }, { number: '6/Lb-C/2020' }, { id: two, number: '8/Lb-C/2020' }]
    expect(await save(...swapped)).toMatchObject({ status: 200 })
    expect(rowOf((await staff('caseFiles/find', { id })).body)).toMatchObject({ case_numbers: swapped })
  })

  test('a related case with a missing status is rejected in its row', async () => {
    const court = await create('courts', { name: 'މޯލްޑިވްސް ކޯޓު' })
    const type = await create('caseTypes', { name: 'ޓެކްސް' })
    const relation = await create('relationTypes', { name: 'ގުޅޭ މައްސަލަ' })
    const { body } = await staff('caseFiles/create', {
      court: court.id,
      case_types: [type.id],
      case_numbers: [{ number: '1/Tx-C/2020' }],
      related_cases: [
        { type: relation.id, number: '2/Tx-C/2020' },
        { type: relation.id, number: '3/Tx-C/2020', status: 999_999_999 },
      ],
    })
    expect(errorsOf(body)).toEqual({ 'related_cases.1.status': ['This choice is no longer there.'] })
  })

  test('a case file with several wrong fields is rejected with all of them at once', async () => {
    const { body } = await staff('caseFiles/create', {
      court: 999_999_999,
      closed_date: '2021-13-40',
      case_numbers: [],
      judges: [1, 1],
      pdf_file: 'x',
    })
    expect(Object.keys(errorsOf(body)).sort()).toEqual([
      'case_numbers',
      'case_types',
      'closed_date',
      'judges',
      'pdf_file',
    ])
  })

  test('a case file with a missing court or a foreign file is rejected at that field', async () => {
    const type = await create('caseTypes', { name: 'ޢާއިލީ' })
    const fields = { case_types: [type.id], case_numbers: [{ number: '8/Jv-C/2020' }] }
    const { body } = await staff('caseFiles/create', { ...fields, court: 999_999_999 })
    expect(errorsOf(body)).toEqual({ court: ['This choice is no longer there.'] })
    const other = await staff('caseFiles/create', { ...fields, court: 1, pdf_file: 5 })
    expect(Object.keys(errorsOf(other.body))).toEqual(['pdf_file'])
  })
})

describe('texts of case files', () => {
  test('a judgment text that is no valid delta is rejected at its field', async () => {
    const court = await create('courts', { name: 'ލިޔުން ކޯޓު' })
    const type = await create('caseTypes', { name: 'ލިޔުން' })
    const fields = { court: court.id, case_types: [type.id], case_numbers: [{ number: '1/Tx-C/2020' }] }
    const text = (content: unknown, more = {}) => ({ content, footnotes: [], annotations: [], ...more })
    const wrong = [
      text([1, null, { insert: 5 }]),
      text([{ insert: 'a\n', attributes: null }]),
      text([{ retain: 5 }]),
      text([], { evil: true }),
      text([], { footnotes: [5] }),
      'words',
    ]
    for (const case_content of wrong) {
      const { status, body } = await staff('caseFiles/create', { ...fields, case_content })
      expect([status, Object.keys(errorsOf(body))], JSON.stringify(case_content)).toEqual([400, ['case_content']])
    }
  })

  test('an annotation of a judgment without its title, category or description is named by its number', async () => {
    const court = await create('courts', { name: 'ޚިޔާލުތަކުގެ ކޯޓު' })
    const type = await create('caseTypes', { name: 'ޚިޔާލުތައް' })
    const fields = { court: court.id, case_types: [type.id], case_numbers: [{ number: '3/Tx-C/2020' }] }
    const whole = { type: 'general', title: 'ސުރުޚީ', category: 'usul', content: 'ތަފްޞީލު' }
    const textOf = (...annotations: object[]) => ({
      content: annotations.map((_, index) => ({ insert: 'ކޯޓު\n', attributes: { annotation: String(index) } })),
      footnotes: [],
      annotations: annotations.map((data, index) => ({ key: String(index), ...data })),
    })
    const { category: _, ...without } = whole
    const blank = [{ ...whole, title: '\u200b ' }, { ...whole, content: '', category: '' }, without]
    const refused = await staff('caseFiles/create', { ...fields, case_content: textOf(whole, ...blank) })
    expect(errorsOf(refused.body)).toEqual({
      case_content: [
        'Annotation 2 needs a title.',
        'Annotation 3 needs a category.',
        'Annotation 3 needs a description.',
        'Annotation 4 needs a category.',
      ],
    })
    const { id } = await create('caseFiles', { ...fields, case_content: textOf(whole) })
    const changed = await staff('caseFiles/set', { id, version: 1, Delta: textOf({ ...whole, title: '' }) })
    expect(errorsOf(changed.body)).toEqual({ Delta: ['Annotation 1 needs a title.'] })
  })

  test('a judgment text of more than two million letters is rejected at its field', async () => {
    const court = await create('courts', { name: 'ދިގު ޙުކުމްތަކުގެ ކޯޓު' })
    const type = await create('caseTypes', { name: 'ދިގު ޙުކުމް' })
    const fields = { court: court.id, case_types: [type.id], case_numbers: [{ number: '2/Tx-C/2020' }] }
    const case_content = { content: [{ insert: 'ކަން '.repeat(400_001) }], footnotes: [], annotations: [] }
    const { status, body } = await staff('caseFiles/create', { ...fields, case_content })
    expect([status, Object.keys(errorsOf(body))]).toEqual([400, ['case_content']])
  })
})
