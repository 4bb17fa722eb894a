import type { Language } from '#shared/messages.ts'
import { isolate } from '#shared/text/format/isolate.ts'

const dv = {
  version: (product: string, version: string) => `${product} ${isolate(version)}`,
  licenses: 'ލައިސަންސްތައް',
  explained: (count: number) => `މި ޚިދުމަތުގައި ބޭނުންކޮށްފައިވާ ${isolate(String(count))} ޕެކޭޖުގެ ލައިސަންސް މި ލިސްޓުން ފެންނަން އެބަހުރި`,
}

const en: typeof dv = {
  version: (product, version) => `${product} ${isolate(version)}`,
  licenses: 'Licenses',
  explained: (count) => `The ${isolate(String(count))} packages that this service contains, with their licenses:`,
}

export const aboutStrings: Record<Language, typeof dv> = { dv, en }
