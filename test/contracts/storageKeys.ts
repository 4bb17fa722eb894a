import { globSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/**
 * Finds every name under which the web stores something in a browser, or talks to its other tabs, by following the
 * argument of each such call to the constants that it is made of: through parameters to every caller, whatever the
 * functions and files are called. What is known only in the browser is a `*`.
 */
export function findStorageKeys(root: string): string[] {
  const program = openProgram(root)
  const sources = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(join(root, 'web')))
  const calls = sources.flatMap((source) => callsIn(source))
  const checker = program.getTypeChecker()
  const code: Code = { checker, callers: Map.groupBy(calls, ({ expression }) => functionNamed(checker, expression)) }
  const uses = calls.flatMap(storageUseOf)
  return [...new Set(uses.flatMap(({ area, key }) => keysOf(code, area, key)))].sort()
}

type Call = ts.CallExpression | ts.NewExpression
type Code = { checker: ts.TypeChecker; callers: ReadonlyMap<Function | undefined, readonly Call[]> }

/** Only symbols are asked for, no types: nothing outside of the web is read. */
function openProgram(root: string) {
  const files = globSync('web/**/*.{ts,tsx,js}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  const options: ts.CompilerOptions = {
    noLib: true,
    noResolve: true,
    types: [],
    allowJs: true,
    jsx: ts.JsxEmit.Preserve,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
  }
  const host = ts.createCompilerHost(options)
  host.resolveModuleNameLiterals = (names, containing) =>
    names.map(({ text }) =>
      /^[.#]/.test(text) ? ts.resolveModuleName(text, containing, options, host) : { resolvedModule: undefined },
    )
  return ts.createProgram(
    files.map((file) => join(root, file)),
    options,
    host,
  )
}

function callsIn(node: ts.Node): Call[] {
  const own = ts.isCallExpression(node) || ts.isNewExpression(node) ? [node] : []
  const inner: Call[] = []
  ts.forEachChild(node, (child) => void inner.push(...callsIn(child)))
  return [...own, ...inner]
}

/** The methods that take the name of what they store as their first argument. */
const storing = new Set(['getItem', 'setItem', 'removeItem'])
/** What opens something by its name: `indexedDB.open('…')`, `caches.open('…')`. */
const stores = new Set(['indexedDB', 'caches'])

type Use = { area: ts.Expression; key: ts.Expression }

function storageUseOf({ expression, arguments: [key] = ts.factory.createNodeArray() }: Call): Use[] {
  if (!key) return []
  if (ts.isIdentifier(expression)) return expression.text === 'BroadcastChannel' ? [{ area: expression, key }] : []
  if (!ts.isPropertyAccessExpression(expression)) return []
  const { expression: object, name } = expression
  // `globalThis[area].getItem(key)`
  const area = ts.isElementAccessExpression(object) ? object.argumentExpression : object
  return storing.has(name.text) || stores.has(area.getText()) ? [{ area, key }] : []
}

/** Where and under which name, as lines: both follow their parameters to the callers together. */
function keysOf(code: Code, area: ts.Expression, key: ts.Expression): string[] {
  const owner = ownerOfParameter(code, area) ?? ownerOfParameter(code, key)
  if (owner)
    return (code.callers.get(owner) ?? []).flatMap((call) =>
      keysOf(code, argumentFor(code, owner, area, call), argumentFor(code, owner, key, call)),
    )
  return textsOf(code, area).flatMap((where) => textsOf(code, key).map((name) => `${where} ${name}`))
}

/** The texts that an expression can be, as far as they stand in the code. */
function textsOf(code: Code, expression: ts.Expression): string[] {
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isConditionalExpression(expression))
    return [...textsOf(code, expression.whenTrue), ...textsOf(code, expression.whenFalse)]
  if (ts.isTemplateExpression(expression))
    return [expression.head.text + expression.templateSpans.map(({ literal }) => `*${literal.text}`).join('')]
  if (ts.isCallExpression(expression)) return textsOfCall(code, expression)
  if (ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression)) return textsOf(code, expression.expression)
  if (ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression)) return textsOfName(code, expression)
  return ['*']
}

function textsOfName(code: Code, name: ts.Identifier | ts.PropertyAccessExpression): string[] {
  const owner = ownerOfParameter(code, name)
  if (owner)
    return (code.callers.get(owner) ?? []).flatMap((call) => textsOf(code, argumentFor(code, owner, name, call)))
  const declaration = declarationOf(code.checker, name)
  // A name that the code does not declare is the browser's.
  if (!declaration) return [ts.isIdentifier(name) ? name.text : '*']
  const isNamed = ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration)
  return isNamed && declaration.initializer && ts.isIdentifier(declaration.name)
    ? textsOf(code, declaration.initializer)
    : ['*']
}

/** Of a call of ours its result; of a list that is joined, its parts. */
function textsOfCall(code: Code, { expression, arguments: [separator] }: ts.CallExpression): string[] {
  if (ts.isPropertyAccessExpression(expression) && ts.isArrayLiteralExpression(expression.expression) && separator)
    return [
      expression.expression.elements
        .map((part) => (ts.isStringLiteralLike(part) ? part.text : '*'))
        .join(textsOf(code, separator)[0]),
    ]
  const called = functionNamed(code.checker, expression)
  return called?.body && !ts.isBlock(called.body) ? textsOf(code, called.body) : ['*']
}

type Function = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression

function declarationOf(checker: ts.TypeChecker, name: ts.Identifier | ts.PropertyAccessExpression) {
  const symbol = checker.getSymbolAtLocation(ts.isIdentifier(name) ? name : name.name)
  const original = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return original?.declarations?.[0]
}

const functionNamed = (checker: ts.TypeChecker, name: ts.Expression) =>
  ts.isIdentifier(name) ? functionOf(declarationOf(checker, name)) : undefined

function functionOf(declaration: ts.Node | undefined): Function | undefined {
  if (!declaration) return undefined
  if (ts.isFunctionDeclaration(declaration) || ts.isArrowFunction(declaration) || ts.isFunctionExpression(declaration))
    return declaration
  return ts.isVariableDeclaration(declaration) ? functionOf(declaration.initializer) : undefined
}

const parameterOf = ({ checker }: Code, expression: ts.Expression) => {
  const declaration = ts.isIdentifier(expression) ? declarationOf(checker, expression) : undefined
  return declaration && ts.isParameter(declaration) ? declaration : undefined
}

/** The function that an expression is a whole parameter of. */
const ownerOfParameter = (code: Code, expression: ts.Expression) => functionOf(parameterOf(code, expression)?.parent)

/** What a call gives for an expression, when that is a parameter of the function. */
function argumentFor(code: Code, owner: Function, expression: ts.Expression, call: Call): ts.Expression {
  const parameter = parameterOf(code, expression)
  if (!parameter || !owner.parameters.includes(parameter)) return expression
  const given = call.arguments?.[owner.parameters.indexOf(parameter)] ?? parameter.initializer
  if (!given) throw new Error(`a call leaves out the name that something is stored under: ${call.getText()}`)
  return given
}
