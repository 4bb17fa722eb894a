import type { ReactNode } from 'react'
import { FilterRow } from './FilterRow.tsx'
import type { ListView } from './listView.ts'
import { QuickSearch } from './QuickSearch.tsx'
import styles from './ListScreen.module.css'

type Props = Pick<ListView, 'resource' | 'state' | 'change' | 'list' | 'text'> & { children?: ReactNode }

/** What narrows the list: its filters and the quick search; and what else works on all of it. */
export function ListTools({ resource, state, change, list, text, children }: Props) {
  return (
    <div className={styles.tools}>
      <FilterRow
        resource={resource}
        values={state.filters}
        onValue={(name, value) => change({ filters: { ...state.filters, [name]: value } })}
      />
      <QuickSearch
        text={text.text}
        isLong={list.isLong}
        onText={(next) => text.write(next, list)}
        onSubmit={text.submit}
        onClear={text.clear}
      />
      {children}
    </div>
  )
}
