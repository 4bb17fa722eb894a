import { Alert } from './Alert.tsx'

/** The red alert, with each message on a line of its own. */
export function RedAlert({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <Alert tone="bad">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Alert>
  )
}
