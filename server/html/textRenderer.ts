import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../shared/delta')

/**
 * The version of the code that renders the text of a judgment: a hash of its source files. HTML that another version
 * rendered is rendered again.
 */
export const textRenderer = createHash('sha256')
  .update(
    globSync('*.ts', { cwd: folder })
      .filter((name) => !name.endsWith('.test.ts'))
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n'),
  )
  .digest('base64url')
  .slice(0, 16)
