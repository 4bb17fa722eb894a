import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { AnalysisFailure } from '#server/analysis/failure.ts'
import { runChild } from '#server/analysis/child/runChild.ts'
import type { FileResult } from '#server/analysis/child/messages.ts'
import type { Page } from '#server/analysis/types.ts'
import { StartupError } from '#server/config/env.ts'
import { analysisSentence } from '#shared/resources/analysisMessages.ts'
import { phrases } from '#db/seed/content.ts'
import { courts } from '#db/seed/lists.ts'
import { caseTypes, judges } from '#db/seed/reference.ts'
import { runScript } from './environment.ts'

/**
 * `npm run analyze -- FILE.pdf` prints the analysis of a file as one JSON object, without a server or a database; `--ocr`
 * reads scanned pages too. Values are matched to the lists of the demo library. Progress goes to stderr.
 */
await runScript(async () => {
  const { path, ocr } = readArguments()
  const file = createReadStream(path)
  await once(file, 'open').catch((error: unknown) => {
    throw new StartupError(`${path} cannot be opened: ${error instanceof Error ? error.message : String(error)}`)
  })
  process.stdout.write(`${JSON.stringify(await analyze(file, ocr), null, 2)}\n`)
})

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options: { ocr: { type: 'boolean' } }, allowPositionals: true })
    const [path, ...others] = positionals
    if (path !== undefined && others.length === 0) return { path, ocr: values.ocr === true }
  } catch {
    // An option that does not exist.
  }
  throw new StartupError('Usage: npm run analyze -- FILE.pdf [--ocr]')
}

async function analyze(file: ReturnType<typeof createReadStream>, ocr: boolean) {
  const pages: Page[] = []
  let result: FileResult | undefined
  try {
    const onFault = (text: string) => void process.stderr.write(`${text}\n`)
    const messages = runChild(file, { lists: demoLists(), letters: [], ocr, onFault })
    for await (const message of messages) {
      if (message.type === 'progress') process.stderr.write(`Page ${message.done} of ${message.of}\n`)
      if (message.type === 'result') result = message.result
      if (message.type === 'page') pages.push(message.page)
    }
  } catch (error) {
    if (!(error instanceof AnalysisFailure)) throw error
    throw new StartupError(analysisSentence('failure', error.code, 'en') ?? error.code)
  }
  if (!result) throw new Error('the process ended without a result and without a failure')
  return outputOf(result, pages)
}

function demoLists() {
  return {
    courts: courts.map(({ name, name_en, code }, index) => ({ id: index + 1, name, name_en, code })),
    judges: Object.values(judges)
      .flat()
      .map((name, index) => ({ id: index + 1, name })),
    case_types: caseTypes.map((name, index) => ({ id: index + 1, name })),
    phrases: phrases.map(({ dhivehi_phrase }) => dhivehi_phrase),
  }
}

function outputOf({ text, fields, figures, warnings }: FileResult, pages: readonly Page[]) {
  return {
    text,
    pages: pages.map(({ number, text: pageText, scanned, confidence, seconds }) => ({
      number,
      text: pageText,
      scanned,
      confidence,
      seconds,
    })),
    fields,
    figures,
    warnings: warnings.map(({ code, page, values }) => ({
      code,
      page,
      dv: analysisSentence('warning', code, 'dv', values) ?? code,
      en: analysisSentence('warning', code, 'en', values) ?? code,
    })),
  }
}
