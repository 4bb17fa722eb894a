/**
 * What the oldest browsers that the README names lack, by the path from the global object: the first version of one of them that
 * has it, and the only files that may use it, each of which goes on without it. The compiler rejects newer parts of the
 * language's own library (`lib` of `web/tsconfig.json` and `shared/tsconfig.json`); they are here for the browser test.
 */
type NewerApi = { path: string; since: string; guardedIn?: string; isSeenByCompiler?: true }

const language = (since: string, ...paths: string[]): NewerApi[] =>
  paths.map((path) => ({ path, since, isSeenByCompiler: true }))

const iteratorHelpers = ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'] // prettier-ignore
const setMethods = ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'] // prettier-ignore

export const newerApis: NewerApi[] = [
  ...language(
    'Safari 17.4',
    'Map.groupBy',
    'Object.groupBy',
    'Promise.withResolvers',
    'ArrayBuffer.prototype.transfer',
  ),
  ...language('Firefox 127', ...setMethods.map((name) => `Set.prototype.${name}`)),
  ...language('Safari 18.4', 'Iterator.from', ...iteratorHelpers.map((name) => `Iterator.prototype.${name}`)),
  ...language('Safari 18.2', 'Promise.try', 'RegExp.escape', 'Uint8Array.fromBase64', 'Uint8Array.prototype.toBase64'),
  ...language('Chrome 121', 'Array.fromAsync'),
  ...language('Firefox 136', 'Intl.DurationFormat'),
  { path: 'Intl.Segmenter', since: 'Firefox 125' },
  { path: 'AbortSignal.any', since: 'Safari 17.4' },
  { path: 'URL.canParse', since: 'Safari 17' },
  { path: 'URL.parse', since: 'Safari 18' },
  { path: 'Element.prototype.checkVisibility', since: 'Safari 17.4', guardedIn: 'web/ui/olderBrowsers.ts' },
  { path: 'Element.prototype.setHTMLUnsafe', since: 'Safari 17.4' },
  { path: 'Element.prototype.moveBefore', since: 'Chrome 133' },
  { path: 'HTMLElement.prototype.showPopover', since: 'Safari 17' },
  { path: 'Document.parseHTMLUnsafe', since: 'Safari 17.4' },
  {
    path: 'Document.prototype.caretPositionFromPoint',
    since: 'Safari 18.4',
    guardedIn: 'web/library/notes/noteText.ts',
  },
  { path: 'Document.prototype.startViewTransition', since: 'Safari 18' },
  { path: 'Selection.prototype.getComposedRanges', since: 'Safari 17' },
  { path: 'CSS.highlights', since: 'Safari 17.2', guardedIn: 'web/ui/olderBrowsers.ts' },
  { path: 'Blob.prototype.bytes', since: 'Safari 18.4' },
  { path: 'Response.prototype.bytes', since: 'Safari 18.4' },
  { path: 'requestIdleCallback', since: 'not in Safari', guardedIn: 'web/ui/olderBrowsers.ts' },
  { path: 'scheduler.postTask', since: 'not in Safari' },
  { path: 'CloseWatcher', since: 'not in Safari' },
]
