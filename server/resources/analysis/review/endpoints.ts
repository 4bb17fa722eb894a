import { sql } from 'kysely'
import { openPagePictures } from '#server/analysis/pictures/pagePictures.ts'
import { analysisCan, analysisStatusOf } from '#shared/resources/analysisStatuses.ts'
import { selectPages, readReview } from './readReview.ts'
import { correct, undoCorrection } from './corrections.ts'
import { checkField, checkLine, decideHidden } from './decisions.ts'
import { setLetter } from './glyphs.ts'
import { lockRow } from '#server/crud/save.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type Endpoint, type Endpoints, authenticatedEndpoint, saveEndpoint } from '#server/endpoint/endpoint.ts'
import { announce } from '#server/events/announce.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import {
  checkFieldInput,
  checkLineInput,
  correctInput,
  decideHiddenInput,
  type Review,
  reviewInput,
  reviewPageInput,
  setLetterInput,
  undoCorrectionInput,
} from '#shared/calls/review.ts'
import { permission } from '#shared/resource/names.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { analysisConfig } from '#server/resources/analysis/config.ts'

type Dependencies = { files: FileStore; picturesFolder: string }

const can = permission('update', analysis)

/** The review of an analysis: a user compares the text with the pictures of the pages. */
export const reviewEndpoints = ({ files, picturesFolder }: Dependencies): Endpoints => ({
  ...readEndpoints,
  ...writeEndpoints,
  'analysis/pagePicture': pictureEndpoint(files, picturesFolder),
})

const readEndpoints: Endpoints = {
  'analysis/review': authenticatedEndpoint({
    about: 'The review of an analysis: its pages, what is doubtful, corrections, fields, and warnings.',
    can,
    input: reviewInput,
    rateLimits: ['record'],
    transaction: false,
    run: async (context, { id }) => ({ data: await loadReview(context, id) }),
  }),
  'analysis/reviewPage': authenticatedEndpoint({
    about: 'The lines of a page as the analysis read them.',
    can,
    input: reviewPageInput,
    rateLimits: ['record'],
    transaction: false,
    run: ({ db }, input) => readPage(db, input),
  }),
}

const writeEndpoints: Endpoints = {
  'analysis/correct': saveEndpoint({
    about: 'Accepts or corrects words of an analysis; with `everywhere`, all alike doubtful words at once.',
    can,
    input: correctInput,
    run: saving(correct),
  }),
  'analysis/undoCorrection': saveEndpoint({
    about: 'Takes back the corrections of one act of the user, or those of any user that fit no line any more.',
    can,
    input: undoCorrectionInput,
    run: saving(undoCorrection),
  }),
  'analysis/checkLine': saveEndpoint({
    about: 'Records whether a line of the blind sample is right, or takes it back.',
    can,
    input: checkLineInput,
    run: saving(checkLine),
  }),
  'analysis/decideHidden': saveEndpoint({
    about: 'Records that the hidden text of a page was seen and is left out, with the reason, or takes it back.',
    can,
    input: decideHiddenInput,
    run: saving(decideHidden),
  }),
  'analysis/checkField': saveEndpoint({
    about: 'Records that the value of a field was compared with its place on the page.',
    can,
    input: checkFieldInput,
    run: saving(checkField),
  }),
  'analysis/setLetter': saveEndpoint({
    about: 'Gives the letter of a glyph whose letter the file does not say, for all files; without one, takes it back.',
    can,
    input: setLetterInput,
    run: saving(setLetter),
  }),
}

/** Every decision has the version check of the form, and answers with the review after it. */
function saving<Input extends { id: number; version: number }>(
  save: (context: SessionContext, input: Input) => Promise<void>,
) {
  return async (context: SessionContext, input: Input): Promise<{ data: Review }> => {
    const row = await lockRow(context, analysisConfig, { id: input.id, version: input.version })
    if (!analysisCan.set(analysisStatusOf(row))) throw new ApiError('wrong-status')
    await save(context, input)
    // The other users of the review are notified; the version changes only with the text.
    await announce(context, { resource: analysis, event: 'Updated', id: input.id })
    return { data: await loadReview(context, input.id) }
  }
}

async function loadReview(context: SessionContext, id: number): Promise<Review> {
  const version = await readVersion(context.db, id)
  return { version, ...(await readReview(context, id)) }
}

/** Throws when the analysis is deleted. */
async function readVersion(db: SessionContext['db'], id: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select version from analysis where id = ${id} and deleted_at is null`.execute(db)
  if (!rows[0]) throw new ApiError('not-found')
  return rows[0].version
}

async function readPage(db: SessionContext['db'], { id, page }: { id: number; page: number }) {
  await readVersion(db, id)
  const [found] = await selectPages(db, id, page)
  if (!found) throw new ApiError('not-found')
  const { number, width, height, lines, hidden } = found
  return { data: { number, width, height, lines, hidden } }
}

/** The permission of the PDF itself. */
function pictureEndpoint(files: FileStore, folder: string): Endpoint {
  const pictures = openPagePictures(folder)
  return authenticatedEndpoint({
    about: 'The picture of a page as a PNG in base64.',
    can: permission('read', analysis),
    input: reviewPageInput,
    rateLimits: ['record'],
    transaction: false,
    run: async ({ db }, { id, page }) => {
      const { rows } = await sql<{ sha256: Buffer }>`
        select files.sha256
          from analysis
          join files on files.id = pdf_file_id
         where analysis.id = ${id}
           and analysis.deleted_at is null
           and (exists (select from analysis_pages where analysis_id = analysis.id and number = ${page})
                or not exists (select from analysis_pages where analysis_id = analysis.id))`.execute(db)
      const sha256 = rows[0]?.sha256
      const picture = sha256 && (await pictures.get({ sha256, page, read: () => files.read(sha256) }))
      if (!picture) throw new ApiError('not-found')
      return { data: { png: picture.toString('base64') } }
    },
  })
}
