import type { Language } from '#shared/messages.ts'
import { escape } from '#shared/delta/html.ts'

/** What a letter shows, from top to bottom; everything is plain text until it is drawn here. */
export type Page = {
  language: Language
  product: string
  subject: string
  greeting: string
  lead: string[]
  secret?: string | undefined
  facts: [label: string, value: string][]
  button?: { label: string; link: string; byHand: string } | undefined
  care: string
  sentBy: string
}

const fonts = {
  dv: "Faruma,'MV Faseyha','MV Boli','Noto Sans Thaana','Segoe UI',Tahoma,sans-serif",
  en: "Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
}
const mono = "'SF Mono',Consolas,'DejaVu Sans Mono',monospace"

/** Readers that follow the dark theme of their owner get ours; those that turn colours over by themselves can. */
const dark = `@media (prefers-color-scheme:dark){
.ground{background:#10181c!important}.paper{background:#18242a!important;border-color:#2b3a42!important}
.ink{color:#e6ecee!important}.soft{color:#a9b7bd!important}.mark,.mark a{color:#6cc3cf!important}
.rule{border-color:#2b3a42!important}.sunken{background:#10181c!important;border-color:#2b3a42!important}.press{background:#1c8593!important}}`

/** Of a letter that stands in one language, or in one below the other. */
export const subjectOf = (pages: readonly Page[]) => pages.map(({ subject }) => subject).join(' · ')

/** A letter as HTML: no tables, no pictures, nothing loaded from anywhere; styles stand inline as readers want them. */
export function drawPages(pages: readonly Page[]): string {
  const [{ language } = { language: 'dv' as const }] = pages
  return `<!doctype html>
<html lang="${language}" dir="${directions[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subjectOf(pages))}</title>
<style>${dark}</style>
</head>
<body class="ground" style="margin:0;background:#f7f6f2">
${pages.map(drawPage).join('\n')}
</body>
</html>
`
}

const directions = { dv: 'rtl', en: 'ltr' } as const

function drawPage(page: Page): string {
  const { language } = page
  return `<div class="ground" lang="${language}" dir="${directions[language]}" style="padding:24px 12px;background:#f7f6f2;font-family:${fonts[language]}">
<div class="paper" style="max-width:520px;margin:0 auto;padding:28px 24px;background:#ffffff;border:1px solid #e2dfd6;border-radius:12px">
${drawParts(page).join('\n')}
</div>
<p class="soft" style="${type(page, 13)};max-width:520px;margin:16px auto 0;color:#5d6870;text-align:center">${escape(page.sentBy)}</p>
</div>`
}

/** Thaana is drawn smaller than Latin at the same size, and its signs need taller lines. */
const type = ({ language }: Page, px: number) =>
  language === 'dv' ? `font-size:${px + 3}px;line-height:1.9` : `font-size:${px}px;line-height:1.6`

function drawParts(page: Page): string[] {
  const text = (words: string) =>
    `<p class="ink" style="${type(page, 15)};margin:0 0 14px;color:#15222a">${escape(words)}</p>`
  return [
    `<p class="mark" style="${type(page, 15)};margin:0 0 20px;color:#0b5a66;font-weight:bold">${escape(page.product)}</p>`,
    `<h1 class="ink" style="${type(page, 20)};margin:0 0 14px;color:#15222a;font-weight:bold">${escape(page.subject)}</h1>`,
    text(page.greeting),
    ...page.lead.map(text),
    ...drawSecret(page),
    ...drawFacts(page),
    ...drawButton(page),
    `<p class="soft rule" style="${type(page, 13)};margin:22px 0 0;padding:14px 0 0;color:#47555e;border-top:1px solid #e2dfd6">${escape(page.care)}</p>`,
  ]
}

/** Left to right whatever stands around it, and selected whole by one touch. */
function drawSecret({ secret }: Page): string[] {
  if (secret === undefined) return []
  const size = secret.length > 8 ? 'font-size:20px;letter-spacing:1px' : 'font-size:34px;letter-spacing:8px'
  return [
    `<p class="sunken ink" dir="ltr" style="margin:20px 0;padding:16px 12px;background:#efede7;border:1px solid #e2dfd6;border-radius:10px;color:#15222a;font-family:${mono};${size};line-height:1.3;font-weight:bold;text-align:center;unicode-bidi:isolate;-webkit-user-select:all;user-select:all;overflow-wrap:anywhere">${escape(secret)}</p>`,
  ]
}

function drawFacts(page: Page): string[] {
  if (page.facts.length === 0) return []
  const rows = page.facts.map(
    ([label, value]) =>
      `<dt class="soft" style="${type(page, 13)};margin:8px 0 0;color:#47555e">${escape(label)}</dt>` +
      `<dd class="ink" style="${type(page, 15)};margin:0;color:#15222a"><bdi>${escape(value)}</bdi></dd>`,
  )
  return [
    `<dl class="sunken" style="margin:18px 0;padding:6px 16px 14px;background:#efede7;border:1px solid #e2dfd6;border-radius:10px">${rows.join('')}</dl>`,
  ]
}

function drawButton(page: Page): string[] {
  if (!page.button) return []
  const { label, link, byHand } = page.button
  return [
    `<p style="margin:22px 0;text-align:center"><a class="press" href="${escape(link)}" style="${type(page, 16)};display:inline-block;padding:9px 26px;background:#0b5a66;border-radius:10px;color:#ffffff;font-weight:bold;text-decoration:none">${escape(label)}</a></p>`,
    `<p class="soft" style="${type(page, 13)};margin:0 0 4px;color:#47555e">${escape(byHand)}</p>`,
    `<p class="mark" dir="ltr" style="margin:0;font-family:${mono};font-size:13px;line-height:1.5;text-align:start;overflow-wrap:anywhere"><a href="${escape(link)}" style="color:#0b5a66">${escape(link)}</a></p>`,
  ]
}
