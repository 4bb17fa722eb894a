import { useEffect, useRef } from 'react'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { focusStart, Pager } from '#web/ui/Pager.tsx'
import { SectionSpinner } from '#web/ui/Spinner.tsx'
import { Cards } from './Cards.tsx'
import { ChosenRows } from './ChosenRows.tsx'
import { missingFilters } from './filters.tsx'
import {
  clearSearch,
  FilteredColumns,
  FilterNeeded,
  ListFailed,
  type ListView,
  NoRows,
  OutdatedRows,
} from './listView.tsx'
import { ListTools } from './ListTools.tsx'

/** The list on a narrow screen. */
export function ListAsCards(view: ListView) {
  return (
    <>
      <ListTools {...view} />
      <FilteredColumns
        resource={view.resource}
        names={Object.keys(view.state.columns)}
        onClear={() => view.change({ columns: {} }, { replace: true })}
      />
      <OutdatedRows {...view} />
      <Body {...view} />
      {view.choice && <ChosenRows choice={view.choice} />}
    </>
  )
}

function Body(view: ListView) {
  const { resource, columns, state, change, list, text, actions, cells, card, nameOf, choice } = view
  const strings = useStrings()
  const language = useLanguage()
  const { page } = list
  const cardList = useRef<HTMLUListElement>(null)
  useResetToFirstPage(view)

  if (list.isWaiting) return <FilterNeeded fields={missingFilters(resource, state.filters)} />
  if (list.failure && !page)
    return <ListFailed failure={list.failure} isRetrying={list.isFetching} onRetry={list.retry} />
  if (!page) return <SectionSpinner label={strings.list.loading} />
  if (page.rows.length === 0) return <NoRows {...view} onClear={() => clearSearch({ text, change })} />
  const turnTo = (next: number) => {
    change({ page: next })
    focusStart(cardList.current)
  }
  return (
    <>
      <Cards
        ref={cardList}
        resource={resource}
        label={resource.label.many[language]}
        columns={columns}
        rows={page.rows}
        customCells={cells}
        actions={actions}
        nameOf={nameOf}
        choice={choice}
        {...card}
      />
      {page.pages > 1 && <Pager page={page.page} pages={page.pages} onPage={turnTo} strings={strings.pager} />}
    </>
  )
}

/** Returns to the first page when the number of pages changes. */
function useResetToFirstPage({ list: { page }, state, change }: Pick<ListView, 'list' | 'state' | 'change'>) {
  const previousPages = useRef(page?.pages)
  useEffect(() => {
    if (!page) return
    const hasChanged = previousPages.current !== undefined && previousPages.current !== page.pages
    previousPages.current = page.pages
    if (hasChanged && state.page > 1) change({ page: 1 }, { replace: true })
  })
}
