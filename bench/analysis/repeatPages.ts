/**
 * A PDF with the pages of `source`, which LibreOffice wrote, over and over: an update of the file by hand, so that no
 * library takes memory. Each page is an object of its own, with the contents and fonts of an old one.
 */
export function repeatPages(source: Uint8Array, count: number): Uint8Array {
  const text = Buffer.from(source).toString('latin1')
  const reference = (name: string, after = 0) => Number(new RegExp(`/${name} ?(\\d+)`).exec(text.slice(after))?.[1])
  const lastTable = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1])
  const size = reference('Size', lastTable)
  const [tree, resources] = [reference('Pages'), reference('Resources')]
  const contents = Array.from(text.matchAll(/\/Type\/Page\/.*?\/Contents (\d+) 0 R/gs), ([, number]) => Number(number))

  const kids = Array.from({ length: count }, (_, index) => `${size + index} 0 R`).join(' ')
  const pageTree = `<< /Type /Pages /Kids [${kids}] /Count ${count} /MediaBox [0 0 595 842] /Resources ${resources} 0 R >>`
  const pages = Array.from({ length: count }, (_, index): [number, string] => {
    const content = contents[index % contents.length] ?? 0
    return [size + index, `<< /Type /Page /Parent ${tree} 0 R /Contents ${content} 0 R >>`]
  })
  return appendObjects(source, [[tree, pageTree], ...pages], {
    Size: String(size + count),
    Root: `${reference('Root', lastTable)} 0 R`,
    Prev: String(lastTable),
  })
}

/** An incremental update (PDF 32000-1, 7.5.6). */
function appendObjects(
  source: Uint8Array,
  objects: readonly (readonly [number: number, value: string])[],
  trailer: Record<string, string>,
): Uint8Array {
  let body = '\n'
  let table = 'xref\n'
  for (const [number, value] of objects) {
    table += `${number} 1\n${String(source.length + body.length).padStart(10, '0')} 00000 n \n`
    body += `${number} 0 obj\n${value}\nendobj\n`
  }
  const entries = Object.entries(trailer).map(([key, value]) => `/${key} ${value}`)
  const end = `trailer\n<< ${entries.join(' ')} >>\nstartxref\n${source.length + body.length}\n%%EOF\n`
  return Buffer.concat([source, Buffer.from(body + table + end, 'latin1')])
}
