import { join } from 'node:path'
import { main } from 'knip'
import { runReporters } from 'knip/dist/util/reporter.js'

/**
 * What `knip` and `knip --production` report, in one process: the second run has the modules of the first compiled and
 * their imports resolved. Exits with 1 for an unused file, export, type or dependency, or an error of the configuration.
 */
const cwd = join(import.meta.dirname, '..')

async function run(isProduction: boolean) {
  const found = await main({
    cwd,
    isProduction,
    cacheLocation: '',
    excludedIssueTypes: [],
    fixTypes: [],
    gitignore: true,
    includedIssueTypes: [],
    isCache: false,
    isDebug: false,
    isDependenciesShorthand: false,
    isExportsShorthand: false,
    isFilesShorthand: false,
    isFix: false,
    isHideConfigHints: false,
    isIncludeEntryExports: false,
    isIncludeLibs: false,
    isIsolateWorkspaces: false,
    isRemoveFiles: false,
    isShowProgress: false,
    isStrict: false,
    isWatch: false,
    tags: [[], []],
    tsConfigFile: undefined,
    workspace: undefined,
  })
  const { report, counters, rules } = found
  const options = { preprocessorOptions: '', options: '', noConfigHints: false, isShowProgress: false }
  await runReporters(['symbols'], { ...found, ...options, cwd, isProduction })
  const types = Object.keys(report) as (keyof typeof report)[]
  return types.some((type) => report[type] && rules[type] === 'error' && counters[type] > 0)
}

const isUnused = await run(false)
// knip.ts reads the flag.
process.argv.push('--production')
const isUnusedInProduct = await run(true)
process.exitCode = isUnused || isUnusedInProduct ? 1 : 0
