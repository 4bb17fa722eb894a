import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delta } from '#shared/delta/delta.ts'
import { conflictsOf, mergeTexts, resolveMerge } from '#shared/delta/merge.ts'
import { type Api, type ApiAnswer, type Caller, openApi } from './api.ts'
import { buildUser, password } from './factories.ts'
import { runs } from './nightly.ts'
import { buildText, editText, keyErrorsOf, seededRandom, tagsOf } from './textEdits.ts'

/** Two users edit one text at the same time, through the endpoints of the server. */

let api: Api

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

type Stored = { version: number; text: Delta }

async function signInEditor() {
  const can = ['create-caseFiles', 'read-caseFiles', 'update-caseFiles', 'create-courts', 'create-caseTypes']
  return api.as(await buildUser(api.databaseUrl, { can }), password)
}

const dataOf = ({ body }: ApiAnswer) => body['data'] as Record<string, unknown>

async function createCase(call: Caller, case_content: Delta): Promise<number> {
  const court = dataOf(await call('courts/create', { name: 'Two editors' }))['id']
  const type = dataOf(await call('caseTypes/create', { name: 'Two editors' }))['id']
  const case_numbers = [{ number: '12/SC-A/2021' }]
  const { body } = await call('caseFiles/create', { court, case_types: [type], case_numbers, case_content })
  expect(body).toMatchObject({ Status: 'success' })
  return (body['data'] as { id: number }).id
}

async function load(call: Caller, id: number): Promise<Stored> {
  const row = dataOf(await call('caseFiles/find', { id }))
  return { version: Number(row['version']), text: row['case_content'] as Delta }
}

/** An editor that saves with the version it loaded, and merges and saves again when it is refused. */
class Editor {
  readonly acknowledged = new Set<string>()
  refusals = 0
  readonly #call: Caller
  readonly #id: number
  readonly #name: string
  #base: Stored
  #mine: Delta
  #unsaved: string[] = []
  #edits = 0

  constructor(call: Caller, id: number, name: string, base: Stored) {
    this.#call = call
    this.#id = id
    this.#name = name
    this.#base = base
    this.#mine = base.text
  }

  edit(random: () => number) {
    this.#edits += 1
    const tag = `${this.#name}${this.#edits}`
    this.#mine = editText(this.#mine, random, tag)
    this.#unsaved.push(tag)
  }

  async save() {
    if (this.#unsaved.length === 0) return
    const sent = { text: this.#mine, tags: this.#unsaved }
    this.#unsaved = []
    for (;;) {
      const answer = await this.#call('caseFiles/update', {
        id: this.#id,
        version: this.#base.version,
        case_content: sent.text,
      })
      if (answer.status === 200) {
        this.#base = await load(this.#call, this.#id)
        this.#mine = this.#merge(sent.text, this.#mine, this.#base.text)
        for (const tag of sent.tags) this.acknowledged.add(tag)
        return
      }
      expect(answer.body).toMatchObject({ code: 'changed-elsewhere' })
      this.refusals += 1
      const stored = await load(this.#call, this.#id)
      sent.text = this.#merge(this.#base.text, sent.text, stored.text)
      this.#mine = sent.text
      this.#base = stored
    }
  }

  #merge(base: Delta, mine: Delta, theirs: Delta): Delta {
    const merge = mergeTexts({ base, mine, theirs })
    return resolveMerge(
      merge,
      conflictsOf(merge).map(() => 'both'),
    )
  }
}

test('of the random edits of two users on one text, nothing that was saved is lost', async () => {
  const calls = await Promise.all([signInEditor(), signInEditor()])
  const random = seededRandom(19)
  const id = await createCase(calls[0], buildText(random, 40))
  const loaded = await load(calls[0], id)
  const editors = calls.map((call, index) => new Editor(call, id, `editor${index}.`, loaded))
  const edits = runs(15, 500)

  await Promise.all(
    editors.map(async (editor) => {
      for (let count = 0; count < edits; count += 1) {
        editor.edit(random)
        if (random() < 0.5) await editor.save()
      }
      await editor.save()
    }),
  )

  const { text } = await load(calls[0], id)
  const stored = tagsOf(text)
  for (const editor of editors) {
    expect(editor.acknowledged.size).toBe(edits)
    expect([...editor.acknowledged].filter((tag) => !stored.has(tag))).toEqual([])
  }
  expect(keyErrorsOf(text)).toEqual([])
  // A save was refused, so that texts were merged; which of the two it was depends on the server.
  expect(editors.some(({ refusals }) => refusals > 0)).toBe(true)
}, 900_000)
