import { Input } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { Unseen } from '#web/ui/Text.tsx'
import { type InputProps, lookOf } from './props.ts'
import styles from './inputs.module.css'

const DocumentText = lazy(() => import('./DocumentText.tsx').then((loaded) => ({ default: loaded.DocumentText })))

/** A judgment's text is read here, and changed in the editor of judgments: a form would lose its notes. */
export function DocumentField(props: InputProps<'document'>) {
  const { files: t, page } = useStrings()
  const { label } = lookOf(props)
  return (
    <Input.Wrapper label={label} labelElement="div" description={t.documentElsewhere}>
      <div className={styles.document} role="region" aria-label={label} tabIndex={0}>
        <Suspense fallback={<Unseen>{page.loading}</Unseen>}>
          <DocumentText value={props.value} />
        </Suspense>
      </div>
    </Input.Wrapper>
  )
}
