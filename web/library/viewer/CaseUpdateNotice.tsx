import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '#web/platform/api/client.ts'
import { backoff } from '#shared/backoff.ts'
import { useChannel, useCoalesced } from '#web/platform/live/useChannel.ts'
import { isTransientError } from '#web/platform/session/decisions.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cachedCase } from './useCase.ts'
import styles from './CaseUpdateNotice.module.css'

/** A notice in an open case that it was changed or unpublished. */
export function CaseUpdateNotice({ reference, isOpen }: { reference: string; isOpen: boolean }) {
  const { live } = useStrings()
  const { change, reload } = useLiveCase(reference, isOpen)
  return (
    <div className={styles.notice} role="status">
      {change === 'gone' && <Alert tone="bad">{live.caseGone}</Alert>}
      {change === 'changed' && (
        <Alert tone="note" title={live.caseChanged}>
          <Button size="sm" variant="outline" onClick={reload}>
            {live.reload}
          </Button>
        </Alert>
      )}
    </div>
  )
}

/** How a case has changed since it was opened. */
type CaseChange = 'changed' | 'gone' | undefined

/** Several saves within this time are one notice. */
const coalesce_ms = 400

/** Watches an open case for changes. The shown text stays until the user reloads it. */
function useLiveCase(reference: string, isOpen: boolean) {
  const client = useQueryClient()
  const [change, setChange] = useState<CaseChange>()

  const checkCase = useCoalesced((schedule) => {
    void post('g/find', { Type: 'CaseFile', Reference: reference }).then((answer) => {
      if (answer.Status === 'success') setChange('changed')
      else if (goneCodes.has(answer.code)) setChange('gone')
      else if (isTransientError(answer.code)) schedule(backoff(2))
    })
  }, coalesce_ms)
  /** After missed messages: compares the shown version with the stored one. */
  const compareVersions = useCoalesced((schedule) => {
    void post('g/find', { Type: 'CaseFile', Reference: reference }).then((answer) => {
      if (answer.Status === 'error') {
        if (goneCodes.has(answer.code)) setChange('gone')
        else if (isTransientError(answer.code)) schedule(backoff(2))
      } else if ('version' in answer.data) {
        const cached = cachedCase(client, reference)
        if (cached && cached.version < answer.data.version) setChange('changed')
      }
    })
  }, coalesce_ms)
  useChannel(
    isOpen ? `private-Case.${reference}` : undefined,
    () => checkCase(),
    () => compareVersions(),
  )

  const reload = () => {
    setChange(undefined)
    void client.invalidateQueries({ queryKey: ['case', reference] })
  }
  return { change, reload }
}

const goneCodes = new Set(['case-not-found', 'not-found'])
