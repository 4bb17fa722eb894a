import { Suspense } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { CodeStep } from './CodeStep.tsx'
import type { SecondStepProps } from './useLogin.ts'

const FactorStep = lazyWithRetry(() => import('./FactorStep.tsx'), 'FactorStep')

/** The second step of a log-in: the code that was sent by e-mail, or what else the account offers. */
export function SecondStep(props: SecondStepProps) {
  const { code: strings } = useStrings()
  const { state, email, isInDialog = false, onVerify, onResend, children } = props
  if (state.methods.some((method) => method !== 'email'))
    return (
      <Suspense>
        <FactorStep {...props} />
      </Suspense>
    )
  return (
    <CodeStep
      {...(!isInDialog && { title: strings.title })}
      email={email}
      problems={state.problems}
      field="otp"
      busy={state.busy}
      onVerify={(otp) => onVerify({ otp })}
      onResend={onResend}
    >
      {children}
    </CodeStep>
  )
}
