import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { PhraseModal, phraseQuery } from '#web/library/viewer/PhraseModal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FreeText } from '#web/ui/Text.tsx'
import { NotePopover } from './OpenedNote.tsx'
import type { OpenDefinition } from './useDefinitions.ts'
import styles from './NotePopover.module.css'

/** The short meaning of a phrase, next to it in the text. */
export function DefinitionPopover({ opened, onClose }: { opened: OpenDefinition; onClose: () => void }) {
  const t = readerStrings[useLanguage()]
  const { phrase: phraseStrings, page } = useStrings()
  const { reference, dhivehi_phrase } = opened.definition
  const phrase = useQuery(phraseQuery(reference))
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <NotePopover label={phraseStrings.label} anchor={opened.anchor} onClose={isWhole ? ignore : onClose}>
        <strong lang="dv" dir="auto">
          <FreeText>{dhivehi_phrase}</FreeText>
        </strong>
        <p lang="dv" dir="auto" aria-live="polite">
          {phrase.isPending && page.loading}
          {phrase.isError && phraseStrings.failed}
          {phrase.isSuccess && <FreeText>{phrase.data.short_meaning}</FreeText>}
        </p>
        <Button variant="soft" size="sm" className={styles.more ?? ''} onClick={() => setWhole(true)}>
          {t.wholeMeaning}
        </Button>
      </NotePopover>
      <PhraseModal reference={isWhole ? reference : undefined} onClose={() => setWhole(false)} />
    </>
  )
}

const ignore = () => undefined
