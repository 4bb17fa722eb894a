import { Input } from '@mantine/core'
import { Suspense } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { Unseen } from '#web/ui/Text.tsx'
import { later } from '#web/ui/later.ts'
import { type InputProps, lookOf } from './props.ts'
import styles from './inputs.module.css'

const DocumentText = later(() => import('./DocumentText.tsx'), 'DocumentText')

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
