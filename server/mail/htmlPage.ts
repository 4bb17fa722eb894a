import type { Language } from '#shared/messages.ts'
import { escape } from '#shared/delta/html.ts'

/** The parts of an e-mail in one language, from top to bottom, as plain text. */
export type EmailPage = {
  language: Language
  product: string
  subject: string
  greeting: string
  lead: string[]
  secret?: string | undefined
  facts: [label: string, value: string][]
  button?: { label: string; link: string; copyHint: string } | undefined
  advice: string
  sentBy: string
}

const fonts = {
  dv: "Faruma,'MV Faseyha','MV Boli','Noto Sans Thaana','Segoe UI',Tahoma,sans-serif",
  en: "Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
}
const mono = "'SF Mono',Consolas,'DejaVu Sans Mono',monospace"

/** Dark colors for mail programs that support `prefers-color-scheme`; others may invert the light ones. */
const darkStyles = `@media (prefers-color-scheme:dark){
.ground{background:#10181c!important}.paper{background:#18242a!important;border-color:#2b3a42!important}
.ink{color:#e6ecee!important}.soft{color:#a9b7bd!important}.mark,.mark a{color:#6cc3cf!important}
.rule{border-color:#2b3a42!important}.sunken{background:#10181c!important;border-color:#2b3a42!important}.press{background:#1c8593!important}}`

export const subjectOf = (pages: readonly EmailPage[]) => pages.map(({ subject }) => subject).join(' · ')

/** No tables, pictures, or external resources; inline styles, because mail programs drop style sheets. */
export function renderHtml(pages: readonly EmailPage[]): string {
  const [{ language } = { language: 'dv' as const }] = pages
  return `<!doctype html>
<html lang="${language}" dir="${directions[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subjectOf(pages))}</title>
<style>${darkStyles}</style>
</head>
<body class="ground" style="margin:0;background:#f7f6f2">
${pages.map(renderPage).join('\n')}
</body>
</html>
`
}

const directions = { dv: 'rtl', en: 'ltr' } as const

function renderPage(page: EmailPage): string {
  const { language } = page
  return `<div class="ground" lang="${language}" dir="${directions[language]}" style="padding:24px 12px;background:#f7f6f2;font-family:${fonts[language]}">
<div class="paper" style="max-width:520px;margin:0 auto;padding:28px 24px;background:#ffffff;border:1px solid #e2dfd6;border-radius:12px">
${renderParts(page).join('\n')}
</div>
<p class="soft" style="${textStyle(page, 13)};max-width:520px;margin:16px auto 0;color:#5d6870;text-align:center">${escape(page.sentBy)}</p>
</div>`
}

/** Thaana looks smaller than Latin at the same size, and its vowel signs need taller lines. */
const textStyle = ({ language }: EmailPage, px: number) =>
  language === 'dv' ? `font-size:${px + 3}px;line-height:1.9` : `font-size:${px}px;line-height:1.6`

function renderParts(page: EmailPage): string[] {
  const text = (words: string) =>
    `<p class="ink" style="${textStyle(page, 15)};margin:0 0 14px;color:#15222a">${escape(words)}</p>`
  return [
    `<p class="mark" style="${textStyle(page, 15)};margin:0 0 20px;color:#0b5a66;font-weight:bold">${escape(page.product)}</p>`,
    `<h1 class="ink" style="${textStyle(page, 20)};margin:0 0 14px;color:#15222a;font-weight:bold">${escape(page.subject)}</h1>`,
    text(page.greeting),
    ...page.lead.map(text),
    ...renderSecret(page),
    ...renderFacts(page),
    ...renderButton(page),
    `<p class="soft rule" style="${textStyle(page, 13)};margin:22px 0 0;padding:14px 0 0;color:#47555e;border-top:1px solid #e2dfd6">${escape(page.advice)}</p>`,
  ]
}

/** Left to right in any context, and selected as a whole by one tap. */
function renderSecret({ secret }: EmailPage): string[] {
  if (secret === undefined) return []
  const size = secret.length > 8 ? 'font-size:20px;letter-spacing:1px' : 'font-size:34px;letter-spacing:8px'
  return [
    `<p class="sunken ink" dir="ltr" style="margin:20px 0;padding:16px 12px;background:#efede7;border:1px solid #e2dfd6;border-radius:10px;color:#15222a;font-family:${mono};${size};line-height:1.3;font-weight:bold;text-align:center;unicode-bidi:isolate;-webkit-user-select:all;user-select:all;overflow-wrap:anywhere">${escape(secret)}</p>`,
  ]
}

function renderFacts(page: EmailPage): string[] {
  if (page.facts.length === 0) return []
  const rows = page.facts.map(
    ([label, value]) =>
      `<dt class="soft" style="${textStyle(page, 13)};margin:8px 0 0;color:#47555e">${escape(label)}</dt>` +
      `<dd class="ink" style="${textStyle(page, 15)};margin:0;color:#15222a"><bdi>${escape(value)}</bdi></dd>`,
  )
  return [
    `<dl class="sunken" style="margin:18px 0;padding:6px 16px 14px;background:#efede7;border:1px solid #e2dfd6;border-radius:10px">${rows.join('')}</dl>`,
  ]
}

function renderButton(page: EmailPage): string[] {
  if (!page.button) return []
  const { label, link, copyHint } = page.button
  return [
    `<p style="margin:22px 0;text-align:center"><a class="press" href="${escape(link)}" style="${textStyle(page, 16)};display:inline-block;padding:9px 26px;background:#0b5a66;border-radius:10px;color:#ffffff;font-weight:bold;text-decoration:none">${escape(label)}</a></p>`,
    `<p class="soft" style="${textStyle(page, 13)};margin:0 0 4px;color:#47555e">${escape(copyHint)}</p>`,
    `<p class="mark" dir="ltr" style="margin:0;font-family:${mono};font-size:13px;line-height:1.5;text-align:start;overflow-wrap:anywhere"><a href="${escape(link)}" style="color:#0b5a66">${escape(link)}</a></p>`,
  ]
}
