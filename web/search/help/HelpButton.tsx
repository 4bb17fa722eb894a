import { Suspense } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { later } from '#web/ui/later.ts'
import { useLateWindow } from '#web/ui/useLateWindow.ts'

const load = () => import('./SearchHelp.tsx')
const SearchHelp = later(load, 'SearchHelp')

/** Opens the help of the search. Its words and pictures come when somebody is about to. */
export function HelpButton({ className }: { className: string }) {
  const { help } = useStrings().finding
  const { state, open, close } = useLateWindow()
  const prepare = () => void load()
  return (
    <>
      <IconButton
        icon="help"
        label={help}
        className={className}
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={open}
      />
      {state !== 'never' && (
        <Suspense>
          <SearchHelp opened={state === 'open'} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
