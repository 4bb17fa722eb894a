import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { Shipped } from '#web/screens/about/shipped.ts'

/** What npm writes into `package-lock.json`: paths of packages from the root, the empty one for the root itself. */
type Lockfile = { version: string; packages: Record<string, { dev?: true; optional?: true }> }
type Manifest = { name: string; version: string; license?: unknown }

/**
 * The packages that are installed for the product, not for its development, with their licenses as they state them. Throws
 * for a package that is not installed or states none. Packages for other platforms are not installed and not shipped.
 */
export function readShipped(root: string): Shipped {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const { version: ownVersion, packages } = JSON.parse(read('package-lock.json')) as Lockfile
  const texts = new Map<string, number>()
  const indexOf = (text: string) => {
    if (!texts.has(text)) texts.set(text, texts.size)
    return texts.get(text)
  }
  const paths = Object.entries(packages).flatMap(([path, { dev, optional }]) =>
    path === '' || dev || (optional && !existsSync(join(root, path))) ? [] : [path],
  )
  const listed = paths.map((path) => {
    const { name, version, license } = JSON.parse(read(`${path}/package.json`)) as Manifest
    if (typeof license !== 'string')
      throw new Error(`${path} states no license: find out which one it has before it is shipped`)
    const text = licenseFilesIn(join(root, path))
      .map((file) => read(`${path}/${file}`).trim())
      .join('\n\n')
    return { name, version, license, text: text === '' ? undefined : indexOf(text) }
  })
  // One version can be installed at several paths.
  const unique = new Map(listed.map((one) => [`${one.name} ${one.version}`, one]))
  const sorted = [...unique].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one)
  return { version: ownVersion, packages: sorted, texts: [...texts.keys()] }
}

/** `LICENSE`, `COPYING`, `NOTICE`, `OFL.txt`. */
const licenseFilesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice|ofl)([-.](?!m?[jt]s$).*)?$/i.test(entry.name))
    .map(({ name }) => name)
    .sort()

/** Fills the about page with the packages that are installed at the build. */
export const shippedPackages = (root: string): Plugin => ({
  name: 'shipped-packages',
  enforce: 'pre',
  transform: (_code, id) =>
    /\/screens\/about\/shipped\.ts(\?|$)/.test(id)
      ? `export const shipped = JSON.parse(${JSON.stringify(JSON.stringify(readShipped(root)))})`
      : undefined,
})
