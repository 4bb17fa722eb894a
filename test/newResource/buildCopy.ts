import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const copied = ['shared', 'server', 'web', 'db/migrations', 'scripts/buildWeb.ts', 'package*.json', 'tsconfig*.json']

/**
 * Copies the product and adds a resource to it: its description joins the list of resources, with a migration and an entry
 * of the menu. Nothing else is needed.
 */
export function buildCopy() {
  const copy = mkdtempSync(join(tmpdir(), 'hukum-new-resource-'))
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...copied], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of listed.trim().split('\n')) {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

  const rewrite = (file: string, change: (text: string) => string) => {
    const text = readFileSync(join(copy, file), 'utf8')
    const changed = change(text)
    if (changed === text) throw new Error(`${file} has changed: adapt the replacement`)
    writeFileSync(join(copy, file), changed)
  }
  cpSync(join(import.meta.dirname, 'hearings.ts'), join(copy, 'shared/resources/hearings.ts'))
  rewrite('shared/resources/index.ts', (text) =>
    `import { hearings } from './hearings.ts'\n${text}`.replace('  judges,\n', '  judges,\n  hearings,\n'),
  )
  const next = String(readdirSync(join(copy, 'db/migrations')).length + 1).padStart(4, '0')
  cpSync(join(import.meta.dirname, 'hearings.sql'), join(copy, `db/migrations/${next}_hearings.sql`))
  const after = "      list('judges', 'gavel'),\n"
  rewrite(
    'web/platform/navigation/navigation.ts',
    (text) =>
      `import { hearings } from '#shared/resources/hearings.ts'\n${text.replace(after, `${after}      list(hearings, 'chart'),\n`)}`,
  )
  return { root: copy, remove: () => rmSync(copy, { recursive: true, force: true }) }
}
