import type { ReactNode } from 'react'
import type { ListView } from './listView.ts'
import { QuickSearch } from './QuickSearch.tsx'
import styles from './ListScreen.module.css'

/** The quick search, and what else works on the whole list. */
export function ListTools({ list, text, children }: Pick<ListView, 'list' | 'text'> & { children?: ReactNode }) {
  return (
    <div className={styles.tools}>
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
