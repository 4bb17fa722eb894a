import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The fixtures with their true texts (test/fixtures/pdf, made by scripts/fixtures). */

export const folder = join(import.meta.dirname, '../../test/fixtures/pdf')

const paragraph = z.object({ role: z.enum(['heading', 'body', 'table', 'footnote']), text: z.string() })
const truth = z.object({ paragraphs: z.array(paragraph), header: z.string().nullish(), footer: z.string().nullish() })
const row = z.object({
  file: z.string(),
  producer: z.string().default('legacy font'),
  face: z.string(),
  text: z.string(),
  seen: z.boolean(),
})

/** `furniture` is the running head and foot. */
export type Fixture = z.infer<typeof row> & { bytes: Uint8Array; paragraphs: string[]; furniture: string[] }

export const readFixtures = (): Fixture[] => [...readManifest(''), ...readManifest('legacy/')]

const readManifest = (place: string): Fixture[] =>
  z
    .array(row)
    .parse(readJson(`${place}manifest.json`))
    .map((fixture) => {
      const { paragraphs, header, footer } = truth.parse(readJson(`texts/${fixture.text}.json`))
      return {
        ...fixture,
        file: `${place}${fixture.file}`,
        bytes: readFileSync(join(folder, `${place}${fixture.file}`)),
        paragraphs: paragraphs.map(({ text }) => text),
        furniture: [header, footer].flatMap((text) => text ?? []),
      }
    })

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'))
