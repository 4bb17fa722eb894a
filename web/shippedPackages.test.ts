import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
