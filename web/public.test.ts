import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(join(import.meta.dirname, file))
const html = read('index.html').toString()
const manifest = JSON.parse(read('public/manifest.webmanifest').toString()) as {
  icons: { src: string; sizes: string; type: string }[]
  theme_color: string
  background_color: string
}

/** The value of a color token in the mixed theme, the default. */
const tokenOf = (name: string) =>
  new RegExp(`:root \\{[^}]*--${name}: (#\\w{6});`).exec(read('ui/styles/tokens.css').toString())?.[1]

/** Width and height of a PNG, from its header. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

test('every public file that the page or the manifest links to exists', () => {
  const links = [...html.matchAll(/(?:href|src)="\/([\w.-]+)"/g)].map(([, file = '']) => file)
  expect(links).toEqual(
    expect.arrayContaining(['favicon.ico', 'favicon.svg', 'apple-touch-icon.png', 'manifest.webmanifest', 'paint.js']),
  )
  const icons = manifest.icons.map(({ src }) => src.slice(1))
  expect([...links, ...icons].filter((file) => !existsSync(join(import.meta.dirname, 'public', file)))).toEqual([])
})

test('the manifest describes a right-to-left Dhivehi application in the colors of the tokens', () => {
  expect(manifest).toMatchObject({
    name: 'ޙުކުމް / Hukum',
    dir: 'rtl',
    lang: 'dv',
    start_url: '/',
    display: 'standalone',
    theme_color: tokenOf('chrome'),
    background_color: tokenOf('ground'),
  })
})

test('the icons have the sizes that the manifest declares', () => {
  for (const { src, sizes } of manifest.icons.filter(({ type }) => type === 'image/png'))
    expect(sizeOf(read(`public${src}`)), src).toBe(sizes)
  expect(sizeOf(read('public/apple-touch-icon.png'))).toBe('180x180')
})

test('favicon.ico contains icons of 32 and 16 pixels', () => {
  const icon = read('public/favicon.ico')
  // ICONDIR: reserved, type 1, count; then 16 bytes for each image, which begin with its width and height.
  expect([icon.readUInt16LE(0), icon.readUInt16LE(2), icon.readUInt16LE(4)]).toEqual([0, 1, 2])
  expect([...icon.subarray(6, 8), ...icon.subarray(22, 24)]).toEqual([32, 32, 16, 16])
})

test('a browser without JavaScript shows in both languages that it is needed', () => {
  // It stands above the element of the application, which fills the window.
  const [, shown = ''] = /<noscript>(.*?)<\/noscript>\s*<div id="root">/s.exec(html) ?? []
  expect(read('ui/styles/base.css').toString()).toMatch(/@media \(scripting: none\) \{\s*#root \{\s*display: none;/)
  expect(shown).toMatch(/<p>[ހ-ޱ][^<]* JavaScript [^<]*<\/p>/u)
  expect(shown).toMatch(/<p lang="en" dir="ltr">[^<]*JavaScript[^<]*<\/p>/)
})
