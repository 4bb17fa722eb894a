import { useStrings } from '#web/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Unseen } from '#web/ui/Text.tsx'
import { CleanHtml } from '#web/viewer/CleanHtml.tsx'
import prose from '#web/viewer/CleanHtml.module.css'
import type { RichTextProps } from './RichText.tsx'
import { groupsOf } from './tools.ts'
import styles from './Editor.module.css'

/**
 * The place of the editor while it is being fetched: as high as the editor with this text will be, with room for every
 * tool, so that nothing under it jumps.
 */
export function EditorPlace({ value, tools, height, pictures }: RichTextProps) {
  const { page } = useStrings()
  return (
    <div className={styles.frame} aria-busy="true">
      <Unseen>{page.loading}</Unseen>
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
