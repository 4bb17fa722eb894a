import { formatMoment } from '#shared/text/format/dates.ts'
import { isolate, stripDirectionMarks } from '#shared/text/format/isolate.ts'
import type { Search } from '#web/library/search/searchUrl.ts'
import { printStrings } from '#web/platform/strings/printStrings.ts'
import { directionOf, useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import styles from './PrintResultsButton.module.css'
import { usePrintedPages } from './usePrintedPages.ts'

type Props = { search: Search; pages: number }

/** Prints a page of results, as the browser also does by Ctrl+P. */
export function PrintResultsButton({ search: { q, page, opened }, pages }: Props) {
  const language = useLanguage()
  const { product, search } = useStrings()
  const strings = printStrings[language]
  usePrintedPages({
    onBefore: () => {
      // A case over the results is printed by itself.
      if (opened) return undefined
      const name = q === '' ? search.results : strings.results(q)
      return {
        // It becomes the name of the PDF.
        title: stripDirectionMarks(name),
        margins: {
          direction: directionOf(language),
          head: { start: name, end: pages > 1 ? `${search.results}: ${search.pageOf(page, pages)}` : '' },
          pages: strings.pages,
          foot: `${product} · ${isolate(formatMoment(new Date().toISOString(), language))}`,
        },
      }
    },
  })
  return (
    <IconButton
      className={styles.button ?? ''}
      size="sm"
      icon="print"
      label={strings.print}
      onClick={() => window.print()}
    />
  )
}
