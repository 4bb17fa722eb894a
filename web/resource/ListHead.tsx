import type { ReactNode } from 'react'
import type { Resource } from '#shared/resource/resource.ts'
import { useCan } from '#web/session/session.ts'
import { useLanguage, useStrings } from '#web/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageHeading } from '#web/ui/Text.tsx'
import type { ListPage } from './page.ts'
import styles from './ListScreen.module.css'

type Props = { resource: Resource; page: ListPage | undefined; onCreate: () => void; children?: ReactNode }

/** The name of the list, how much it holds, and the plus for those who may make more of it. */
export function ListHead({ resource, page, onCreate, children }: Props) {
  const { list } = useStrings()
  const language = useLanguage()
  const mayCreate = useCan('create', resource)
  return (
    <div className={styles.head}>
      <PageHeading>{resource.label.many[language]}</PageHeading>
      {mayCreate && (
        <IconButton
          icon="plus"
          label={list.create(resource.label.one[language])}
          className={styles.plus ?? ''}
          onClick={onCreate}
        />
      )}
      {/* It is here before the first answer, so that each answer is said. */}
      <span role="status" className={styles.total}>
        {page && list.total(countOf(page))}
      </span>
      {children}
    </div>
  )
}

/** Counting stops where it would no longer help anybody. Isolated left to right, as its plus stands after it. */
const countOf = ({ count, countIsExact }: ListPage) =>
  `\u2066${count.toLocaleString('en')}${countIsExact ? '' : '+'}\u2069`
