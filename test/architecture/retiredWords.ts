import ts from 'typescript'

/** Words that no identifier, file name, comment, or test title uses, and the standard term or American spelling instead. */
const retiredWords: Record<string, string> = {
  anew: 'again',
  asides: 'notes',
  behaviour: 'behavior',
  beside: 'next to, with',
  colour: 'color',
  colours: 'colors',
  complain: 'logError',
  desk: 'context',
  dialect: 'field configuration',
  door: 'endpoint',
  doors: 'endpoints',
  entrance: 'auth',
  everybody: 'every user',
  favour: 'favor',
  favours: 'favors',
  fourteenth: 'new resource',
  furnish: 'create services',
  hear: 'receive, listen',
  heard: 'received',
  hears: 'receives, is notified',
  honour: 'honor',
  house: 'dependencies, server',
  houses: 'servers',
  hurry: 'reconnect now',
  initialise: 'initialize',
  initialised: 'initialized',
  kept: 'stored, cached, persisted',
  knock: 'call',
  lately: 'recent',
  lighten: 'drop terms',
  lightened: 'terms dropped',
  loosen: 'relax',
  loosened: 'relaxed',
  mend: 'repair, update, rebuild',
  mended: 'repaired, corrected',
  mender: 'repair log',
  mending: 'incremental update',
  mends: 'repairs',
  neighbour: 'neighbor',
  neighbours: 'neighbors',
  nobody: 'no user',
  readied: 'prepared',
  room: 'scope, module, layer',
  rooms: 'scopes, modules, layers',
  sanitise: 'sanitize',
  sanitised: 'sanitized',
  sanitises: 'sanitizes',
  settle: 'resolve, disambiguate, normalize',
  settles: 'resolves',
  shelf: 'cache',
  sight: 'visibility',
  somebody: 'a user',
  sought: 'query',
  strangers: 'foreign rows',
  tell: 'notify, report',
  teller: 'event source',
  tells: 'notifies, reports',
  thirteen: 'all resources',
  told: 'notified, sent, reported',
  trouble: 'error',
  troubles: 'errors',
  unlock: 'authorize',
  untold: 'silent',
  veil: 'overlay',
  whoever: 'a user who',
  wishes: 'preferences',
}

/** Pronouns of a user in comments and test titles: the user, they. */
const pronouns: Record<string, string> = { he: 'they', him: 'them', his: 'their', himself: 'themselves' }

/** One name for an e-mail, where `letter` would mean two things. */
const mailFolders = /^server\/(mail|jobs|worker|auth)\//

/** What keeps its name, because another party holds it. */
const allowed: { text: RegExp; because: string }[] = [
  {
    text: /\ballSettled\b|\bonSettled\b|\bsettledRequests\b|PostgresDialect|^dialect$/,
    because: 'the name of a library',
  },
]

type Finding = { file: string; line: number; word: string; use: string; instead: string }

const wordsIn = (text: string) =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase())

/** A test title, or the sentence that documents an endpoint. */
const isTitleOf = (text: string, start: number) =>
  /(\b(test|describe)(\.each\([^)]*\))?\(|\babout:)\s*$/.test(text.slice(Math.max(0, start - 200), start))

function insteadOf(word: string, file: string, isProse: boolean): string | undefined {
  if (Object.hasOwn(retiredWords, word)) return retiredWords[word]
  if (isProse && Object.hasOwn(pronouns, word)) return pronouns[word]
  return /^letters?$/.test(word) && mailFolders.test(file) ? 'e-mail' : undefined
}

/** Every retired word in the identifiers, comments, test titles, and endpoint descriptions of a TypeScript file. */
export function findRetiredWords(file: string, text: string): Finding[] {
  const findings: Finding[] = []
  const check = (part: string, start: number, isProse: boolean) => {
    if (allowed.some((exception) => exception.text.test(part))) return
    for (const word of wordsIn(part)) {
      const instead = insteadOf(word, file, isProse)
      if (instead === undefined) continue
      const line = text.slice(0, start).split('\n').length
      findings.push({ file, line, word, use: part.trim().slice(0, 80), instead })
    }
  }
  check(file.split('/').slice(1).join('/'), 0, false)
  // Most files have none anywhere, and need no parser.
  if (!wordsIn(text).some((word) => insteadOf(word, file, true) !== undefined)) return findings
  for (const { kind, part, start } of tokensOf(file, text)) {
    if (kind === ts.SyntaxKind.Identifier) check(part, start, false)
    else if (isComment(kind)) check(part, start, true)
    else if (isString(kind) && isTitleOf(text, start)) check(part, start, true)
  }
  return findings
}

/** Code and addresses of links in a document: their words are those of identifiers and other parties. */
const codeOfDocuments = /```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g

/** Words with a plain meaning in sentences for people: tell apart, tell users. */
const plainInDocuments = new Set(['tell', 'tells'])

/** Every retired word in a document, a style sheet, or a migration. */
export function findRetiredWordsIn(file: string, text: string): Finding[] {
  const isDocument = file.endsWith('.md')
  const prose = isDocument ? text.replace(codeOfDocuments, (code) => code.replace(/[^\n]/g, ' ')) : text
  return prose.split('\n').flatMap((use, index) =>
    wordsIn(use).flatMap((word) => {
      const instead = isDocument && plainInDocuments.has(word) ? undefined : insteadOf(word, file, true)
      return instead === undefined ? [] : [{ file, line: index + 1, word, use: use.trim().slice(0, 80), instead }]
    }),
  )
}

const isComment = (kind: ts.SyntaxKind) =>
  kind === ts.SyntaxKind.SingleLineCommentTrivia || kind === ts.SyntaxKind.MultiLineCommentTrivia

const isString = (kind: ts.SyntaxKind) =>
  kind === ts.SyntaxKind.StringLiteral || kind === ts.SyntaxKind.NoSubstitutionTemplateLiteral

type Token = { kind: ts.SyntaxKind; part: string; start: number }

/** Identifiers, string literals, and comments, by the parser: a scanner alone loses its way in templates and JSX. */
function tokensOf(file: string, text: string): Token[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false)
  const tokens: Token[] = []
  const seen = new Set<number>()
  const addComments = (ranges: ts.CommentRange[] | undefined) => {
    for (const { kind, pos, end } of ranges ?? []) {
      if (seen.has(pos)) continue
      seen.add(pos)
      tokens.push({ kind, part: text.slice(pos, end), start: pos })
    }
  }
  const visit = (node: ts.Node) => {
    if (node.kind !== ts.SyntaxKind.JsxText) {
      addComments(ts.getLeadingCommentRanges(text, node.pos))
      addComments(ts.getTrailingCommentRanges(text, node.end))
    }
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node))
      tokens.push({ kind: node.kind, part: node.text, start: node.getStart(source) })
    ts.forEachChild(node, visit)
  }
  visit(source)
  addComments(ts.getLeadingCommentRanges(text, source.endOfFileToken.pos))
  return tokens
}
