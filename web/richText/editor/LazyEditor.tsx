import { Suspense } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { CleanHtml } from '#web/richText/CleanHtml.tsx'
import { classes } from '#web/ui/classes.ts'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { VisuallyHidden } from '#web/ui/Text.tsx'
import { groupsOf } from './tools.ts'
import type { EditorProps } from './useRichText.ts'
import prose from '#web/richText/CleanHtml.module.css'
import styles from './Editor.module.css'

const Editor = lazyWithRetry(() => import('./Editor.tsx'), 'Editor')

/** The rich text editor, loaded lazily because it is large. */
export function LazyEditor(props: EditorProps) {
  return (
    <Suspense fallback={<EditorPlaceholder {...props} />}>
      <Editor {...props} />
    </Suspense>
  )
}

/** A placeholder with the height of the editor and space for its tools, to avoid layout shift. */
function EditorPlaceholder({ value, tools, height, pictures }: EditorProps) {
  const { page } = useStrings()
  return (
    <div className={styles.frame} aria-busy="true">
      <VisuallyHidden>{page.loading}</VisuallyHidden>
      <div className={styles.bar} aria-hidden="true">
        {groupsOf(tools, pictures).map((group) => (
          <div key={group[0]} className={styles.group}>
            {group.map((name) => (
              <span key={name} className={styles.tool} />
            ))}
          </div>
        ))}
      </div>
      <div className={classes(styles.text, prose.rich)} style={{ minBlockSize: height }}>
        <CleanHtml html={value ? value : '<p></p>'} className="tiptap" />
      </div>
    </div>
  )
}
