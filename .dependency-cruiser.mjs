/**
 * Who may import whom. Each list is read from the top: a line may import what stands below it, never what stands above.
 * The web's layers follow the same form. `test/architecture/layers.test.ts` shows that each rule rejects its fixture.
 */
export const layers = {
  server: [
    ['start', 'serve', 'app', 'worker'],
    ['processes'],
    ['stores', 'monitor', 'metricTable', 'traced', 'shutdown'],
    ['resources'],
    ['auth', 'notes', 'notifications', 'search', 'docs', 'analysis'],
    ['crud', 'live', 'jobs', 'mail', 'files'],
    ['http'],
    ['rateLimits', 'audit'],
    ['endpoint'],
    ['session', 'events', 'db', 'security', 'html'],
    ['workerPool'],
    ['telemetry'],
    ['config'],
  ],
  'server/search': [
    ['api'],
    ['log'],
    ['workers'],
    ['opensearch'],
    ['indexing'],
    ['ranking'],
    ['query'],
    ['postings'],
    ['lexicon'],
    ['storage'],
    ['types', 'port'],
  ],
  'server/analysis': [
    ['child', 'pictures'],
    ['analyzeFile', 'delta', 'deltaTables'],
    ['readPages'],
    ['figures', 'warnings', 'footnotes'],
    ['fields'],
    ['ocr'],
    ['layout', 'legacy', 'pdf', 'words'],
    ['review'],
    ['types', 'failure', 'invariant', 'letters', 'lexicon'],
  ],
  shared: [
    ['calls', 'resources'],
    ['resource'],
    ['delta'],
    ['text'],
    [
      'limits',
      'messages',
      'fileKinds',
      'searchTypes',
      'noteTypes',
      'apiTokenScopes',
      'permissionsDigest',
      'backoff',
      'batches',
      'binarySearch',
      'groupBy',
      'isRecord',
      'mutex',
      'searchMasks',
    ],
    ['analysisLimits', 'liveLimits'],
  ],
  'shared/text': [
    ['query', 'judgment', 'carryOver', 'changedPercent'],
    ['caseNumbers', 'format', 'glossary', 'wordDiff', 'textRange'],
    ['language', 'diffItems', 'fingerprint'],
  ],
  web: [['app'], ['screens'], ['registry', 'library', 'account'], ['fields'], ['richText'], ['platform'], ['ui']],
}

const test = '\\.test\\.tsx?$'
const inLayer = (folder, names) => `^${folder}/(${names.join('|')})(/|\\.tsx?$)`

/** For each line but the first: nothing in it imports from a line above. */
const upwardRules = Object.entries(layers).flatMap(([folder, lines]) =>
  lines.slice(1).map((names, index) => ({
    name: `${folder}/${names[0]}-imports-upwards`,
    comment: `${names.join(', ')} may import only what stands below in ${folder}.`,
    severity: 'error',
    from: { path: inLayer(folder, names), pathNot: test },
    to: { path: inLayer(folder, lines.slice(0, index + 1).flat()) },
  })),
)

/** Areas that never import each other. */
export const areas = ['registry', 'library', 'account']
const areaRules = areas.map((area) => ({
  name: `web/${area}-imports-a-sibling`,
  comment: `${areas.join(', ')} never import each other: what two of them need stands below.`,
  severity: 'error',
  from: { path: `^web/${area}/` },
  to: { path: areas.filter((other) => other !== area).map((other) => `^web/${other}/`) },
}))

export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'A circle, type-only imports included, cannot be read from any end.',
      severity: 'error',
      from: { pathNot: '^node_modules' },
      to: { circular: true },
    },
    {
      name: 'shared-imports-a-side',
      comment: 'shared is pure TypeScript: it knows neither side, no Node and no browser library.',
      severity: 'error',
      from: { path: '^shared/', pathNot: test },
      to: { path: '^(server|web|db|scripts|test|bench)/' },
    },
    {
      name: 'server-imports-web',
      severity: 'error',
      from: { path: '^server/', pathNot: test },
      to: { path: '^web/' },
    },
    {
      name: 'web-imports-server',
      severity: 'error',
      from: { path: '^web/', pathNot: test },
      to: { path: '^server/' },
    },
    {
      name: 'product-imports-tests',
      comment: 'What only tests need stands in test/.',
      severity: 'error',
      from: { path: '^(server|web|shared)/', pathNot: test },
      to: { path: `^(test|bench)/|${test}` },
    },
    {
      name: 'imports-main',
      comment: 'An entry point starts something when it is imported.',
      severity: 'error',
      from: {},
      to: { path: '(^|/)main\\.(tsx?|mjs)$' },
    },
    ...upwardRules,
    ...areaRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    includeOnly: '^(server|shared|web|db|scripts|test|bench)/',
    exclude: { path: '^(dist|data|\\.tsc|\\.cache)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    // Orphans and metrics, which no rule asks for.
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      conditionNames: ['import', 'types'],
      // Longer than a run, in which no file changes.
      cachedInputFileSystem: { cacheDuration: 600_000 },
    },
    reporterOptions: { text: { highlightFocused: true } },
  },
}
