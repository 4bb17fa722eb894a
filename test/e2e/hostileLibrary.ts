import type { ApiUser } from './apiUser.ts'
import { chosen } from './hostileTexts.ts'
import type { TestServer } from './testServer.ts'

/** Fills every text of the library that a screen shows with hostile ones, past the checks of the API. */

/** The newest and the oldest rows of a table: the lists and the search begin with them. */
const shownRows = 40

/** The menu of an account has no space for a longer one than may be saved. */
const userName_letters = 120

/** The payloads divided into `rows` texts, which the rows of a table have in turn. */
const rows = 40

/** Ends a tag and a quoted value of the payload before it. */
export const separator = '\n"> '

export const hostileTexts = Array.from({ length: rows }, (_, row) => {
  const ofRow = chosen.filter((_one, index) => index % rows === row)
  return `${row} ${ofRow.map(({ html }) => html).join(separator)}`
})

/** Table → the columns with texts of people. Numbers of cases, addresses and names of permissions have a form of their own. */
const columns = {
  courts: ['name'],
  judges: ['name'],
  case_types: ['name'],
  relation_types: ['name'],
  case_statuses: ['name'],
  subscription_configs: ['name'],
  dynamic_pages: ['name', 'page_content'],
  roles: ['name'],
  users: ['name'],
  phrases: ['english_phrase', 'arabic_phrase', 'meaning'],
  case_files: ['title', 'keywords', 'claimant', 'respondant', 'interpleader', 'status_details'],
  analysis: ['title', 'keywords', 'claimant', 'respondant', 'judgement_number'],
  files: ['name'],
}

/** Adds rows to the tables of which the demo library has too few. */
const moreRows = [
  `insert into courts (name) select 'Court ' || n from generate_series(1, $1::integer) as n`,
  `insert into judges (name) select 'Judge ' || n from generate_series(1, $1::integer) as n`,
  `insert into case_types (name) select 'Type ' || n from generate_series(1, $1::integer) as n`,
  `insert into relation_types (name) select 'Relation ' || n from generate_series(1, $1::integer) as n`,
  `insert into case_statuses (name, color, icon) select 'Status ' || n, 'note', 'check' from generate_series(1, $1::integer) as n`,
  `insert into subscription_configs (name, amount, days) select 'Plan ' || n, 1, 1 from generate_series(1, $1::integer) as n`,
  `insert into dynamic_pages (name, route, page_content) select 'Page ' || n, 'hostile-' || n, 'a' from generate_series(1, $1::integer) as n`,
  `insert into roles (name) select 'Role ' || n from generate_series(1, $1::integer) as n`,
  `insert into users (name, email) select 'User ' || n, 'hostile-' || n || '@hukum.test' from generate_series(1, $1::integer) as n`,
  `with pdf as (
     insert into files (sha256, name, media_type, size, type)
     values (sha256('hostile'), 'a.pdf', 'application/pdf', 1, 'Permanent') returning id),
   made as (insert into analysis (court_id, pdf_file_id, status) select 1, id, 'Pending' from pdf, generate_series(1, $1::integer) returning id)
   insert into analysis_case_numbers (analysis_id, number, position) select id, id || '/AN/2024', 1 from made`,
]

const notifications = `
  insert into notifications (user_id, kind, data)
  select users.id, kind, jsonb_build_object('id', 1, 'name', words, 'by', words, 'role', words, 'roles', array[words],
                                            'ends_on', '2026-12-31', 'device', words, 'most', 10)
    from users, unnest($1::text[]) as words,
         unnest(array['roles-changed', 'role-changed', 'case-changed', 'analysis-finished', 'subscription-ending']) as kind
   where users.email = any($2)`

export async function fillWithHostileTexts({ query }: TestServer, colleague: ApiUser, readers: readonly string[]) {
  for (const statement of moreRows) await query(statement, [rows])
  for (const [table, names] of Object.entries(columns))
    await query(
      `update ${table}
          set ${names.map((name) => `${name} = texts.words || ' ' || numbered.id`).join(', ')}
         from (select id, row_number() over (order by id desc) as number from ${table}) as numbered
         join unnest($1::text[]) with ordinality as texts(words, number)
           on texts.number = 1 + numbered.number % cardinality($1::text[])
        where numbered.id = ${table}.id
          and (numbered.number <= $2 or numbered.id <= $2)
          ${table === 'roles' ? `and name <> 'Subscriber'` : ''}`,
      [table === 'users' ? hostileTexts.map((text) => text.slice(0, userName_letters)) : hostileTexts, shownRows],
    )
  await query(notifications, [hostileTexts, readers])
  // The history of a record has what a save has changed.
  const first = chosen.at(0)?.html ?? ''
  for (const name of ['courts', 'judges', 'caseTypes'] as const) {
    const { data } = await colleague.call(`${name}/get`, {})
    const row = (data as unknown as { id: number; version: number }[])[0]
    await colleague.call(`${name}/partialUpdate`, { id: row?.id, version: row?.version, name: first.slice(0, 200) })
  }
}
