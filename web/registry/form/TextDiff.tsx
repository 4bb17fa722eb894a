import { textOfUnits, type Unit } from '#shared/delta/units.ts'
import { type DiffPart, wordDiff } from '#shared/text/wordDiff.ts'
import { textVersionStrings } from '#web/platform/strings/textVersionStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { FreeText } from '#web/ui/Text.tsx'
import styles from './TextDiff.module.css'

type Props = { before: readonly Unit[]; after: readonly Unit[] }

/** Paragraphs in two versions, as one text: removed words are struck through, added ones underlined. */
export function TextDiff({ before, after }: Props) {
  const strings = textVersionStrings[useLanguage()]
  const texts = [textOfUnits(before), textOfUnits(after)] as const
  const isFormatting = texts[0] === texts[1] && before.length === after.length
  return (
    <div className={styles.diff}>
      {after.length === 0 && before.length > 0 && <p className={styles.remark}>{strings.removed}</p>}
      <div className={styles.text} lang="dv" dir="rtl">
        {wordDiff(...texts).map((part, index) => (
          <Part key={index} {...part} />
        ))}
      </div>
      {isFormatting && <p className={styles.remark}>{strings.formatting}</p>}
    </div>
  )
}

function Part({ kind, text }: DiffPart) {
  if (kind === 'same') return <FreeText>{text}</FreeText>
  const Element = kind === 'removed' ? 'del' : 'ins'
  return (
    <Element>
      <FreeText>{text}</FreeText>
    </Element>
  )
}
