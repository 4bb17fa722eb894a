import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The fixtures with their true texts (test/fixtures/pdf, made by scripts/fixtures). */

export const folder = join(import.meta.dirname, '../../test/fixtures/pdf')

const paragraph = z.object({ role: z.enum(['heading', 'body', 'table', 'footnote']), text: z.string() })
const truth = z.object({ paragraphs: z.array(paragraph) })
const row = z.object({
  file: z.string(),
  producer: z.string().default('legacy font'),
  face: z.string(),
  text: z.string(),
  seen: z.boolean(),
})

export type Fixture = z.infer<typeof row> & { bytes: Uint8Array; paragraphs: string[] }

export const readFixtures = (): Fixture[] => [...readManifest(''), ...readManifest('legacy/')]

const readManifest = (place: string): Fixture[] =>
  z
    .array(row)
    .parse(readJson(`${place}manifest.json`))
    .map((fixture) => ({
      ...fixture,
      file: `${place}${fixture.file}`,
      bytes: readFileSync(join(folder, `${place}${fixture.file}`)),
      paragraphs: truth.parse(readJson(`texts/${fixture.text}.json`)).paragraphs.map(({ text }) => text),
    }))

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'))
