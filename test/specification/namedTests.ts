import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files and tests that a table of a document names: a file in code marks, then titles in curly quotes; `<br>` between files. */

const root = join(import.meta.dirname, '../..')
export const readFile = (file: string) => readFileSync(join(root, file), 'utf8')

export const filesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? '')

/** The tests that a cell names: file and titles. */
export const testsIn = (cell: string) =>
  cell.split('<br>').flatMap((line) => {
    const [file = ''] = filesIn(line)
    return [...line.matchAll(/“(.*?)”(?=, “|$)/g)].map(([, title]) => ({
      file,
      title: (title ?? '').replace(/\\\|/g, '|'),
    }))
  })

export const missingFiles = (files: Iterable<string>) =>
  [...new Set(files)].filter((file) => !existsSync(join(root, file)))

/** Returns a function that says whether a test is in its file. */
export function createTestFinder() {
  const texts = new Map<string, string>()
  return ({ file, title }: { file: string; title: string }) => {
    const text = texts.get(file) ?? readFile(file).replaceAll("\\'", "'")
    texts.set(file, text)
    return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`))
  }
}
