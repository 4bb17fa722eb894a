import { useState } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { AskForLink } from './AskForLink.tsx'
import { CheckLink } from './CheckLink.tsx'
import { Entrance } from './Entrance.tsx'
import { spendResetLink } from './resetLink.ts'

/** Asks for a letter with a link, or, when the link of one led here, whether it holds. */
export function ForgotPasswordScreen() {
  const { forgot: words } = useStrings()
  const [link] = useState(spendResetLink)
  return <Entrance>{link === undefined ? <AskForLink /> : <CheckLink link={link} label={words.checking} />}</Entrance>
}
