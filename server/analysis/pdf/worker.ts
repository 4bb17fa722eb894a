import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type * as PdfjsModule from 'pdfjs-dist/legacy/build/pdf.mjs'
import { invariant } from '#server/analysis/invariant.ts'

/**
 * pdf.js reads everything that the rebuild needs, but drops some of it before the operator list. Its parts cannot be
 * imported one by one, so the worker is loaded with these changes; its version is exact, and each is asserted.
 */
type Change = { why: string; from: string; to: string }

const workerChanges: Change[] = [
  {
    why: 'ActualText of marked content goes into the operator list',
    from: 'args = [args[0].name, args[1] instanceof Dict ? args[1].get("MCID") : null];',
    to: `if (args[1] instanceof Name) args[1] = resources.get("Properties")?.get?.(args[1].name) ?? null;
            args = [args[0].name, args[1] instanceof Dict ? args[1].get("ActualText") ?? null : null];`,
  },
  {
    why: 'a code without a letter is not taken for one',
    from: 'let unicode = this.toUnicode.get(charcode) || charcode;',
    to: 'let unicode = this.toUnicode.get(charcode) || "";',
  },
  {
    why: 'the kind of map that gives the letters is known',
    from: 'const EXPORT_DATA_EXTRA_PROPERTIES = ["ascent",',
    to: 'const EXPORT_DATA_EXTRA_PROPERTIES = ["toUnicode", "ascent",',
  },
  {
    why: 'images are boxes, see-through with a mask or as a stencil of several pixels: none is decoded',
    from: `    if (maxImageSize !== -1 && w * h > maxImageSize) {
      const msg =`,
    to: `    if (!this.parsingType3Font) {
      const stencil = w * h > 1 && dict.get("IM", "ImageMask") === true;
      operatorList.addOp(OPS.paintImageXObject, ["image", w, h, stencil || dict.has("SMask") || dict.has("Mask")]);
      return;
    }
    if (maxImageSize !== -1 && w * h > maxImageSize) {
      const msg =`,
  },
]

const library = import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')
const worker = import.meta.resolve('pdfjs-dist/legacy/build/pdf.worker.mjs')

const changesOf = {
  [worker]: workerChanges,
  [library]: [
    {
      why: 'nothing is drawn here, so that a missing canvas needs no warning',
      from: `if (isNodeJS) {
  let canvas;`,
      to: `if (false) {
  let canvas;`,
    },
    {
      why: 'the worker is in this thread: the operators of a page are not cloned',
      from: `      data: structuredClone(obj, transfer ? {
        transfer
      } : null)`,
      to: `      data: obj.chunk?.fnArray ? {
        ...obj,
        chunk: { ...obj.chunk, fnArray: obj.chunk.fnArray.slice(), argsArray: obj.chunk.argsArray.slice() }
      } : structuredClone(obj, transfer ? {
        transfer
      } : null)`,
    },
  ],
}

/** The address of a copy of the module that is changed; the original stays as it is for others. */
const changed = (url: string) => `${url}?glyphs`

type Pdfjs = typeof PdfjsModule

let loaded: Promise<Pdfjs> | undefined

/** pdf.js with its worker in this thread, both changed. */
export function loadPdfjs(): Promise<Pdfjs> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Pdfjs> {
  const hooks = registerHooks({
    load: (url, context, nextLoad) => {
      const changes = Object.entries(changesOf).find(([file]) => url === changed(file))?.[1]
      return changes ? { format: 'module', source: apply(url, changes), shortCircuit: true } : nextLoad(url, context)
    },
  })
  try {
    await import(changed(worker))
    const pdfjs: unknown = await import(changed(library))
    invariant(isPdfjs(pdfjs), 'pdf.js has changed: it opens no documents')
    return pdfjs
  } finally {
    hooks.deregister()
  }
}

const isPdfjs = (module: unknown): module is Pdfjs =>
  typeof module === 'object' && module !== null && 'getDocument' in module

function apply(url: string, changes: Change[]): string {
  let source = readFileSync(fileURLToPath(url), 'utf8')
  for (const { why, from, to } of changes) {
    invariant(source.split(from).length === 2, `pdf.js has changed: ${why}`)
    source = source.replace(from, () => to)
  }
  return source
}
