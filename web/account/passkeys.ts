import type { z } from 'zod'
import type { passkeyAssertion, passkeyAttestation, PasskeyCreation, PasskeyRequest } from '#shared/calls/factors.ts'

/** Browsers have passkeys only on HTTPS and on `localhost`. */
export const hasPasskeys = () => window.isSecureContext && 'PublicKeyCredential' in window

const library = () => import('@simplewebauthn/browser')

type Attestation = z.input<typeof passkeyAttestation>
type Assertion = z.input<typeof passkeyAssertion>

/** Lets the browser create a passkey. Undefined when the user cancels, and when the browser refuses. */
export async function createPasskey(optionsJSON: PasskeyCreation): Promise<Attestation | undefined> {
  try {
    const { startRegistration } = await library()
    const { id, response } = await startRegistration({ optionsJSON })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { id, clientDataJSON, attestationObject, transports: transports as Attestation['transports'] }
  } catch {
    return undefined
  }
}

/** Lets the browser prove a log-in by a passkey. Undefined when the user cancels, and when the browser refuses. */
export async function signWithPasskey(optionsJSON: PasskeyRequest): Promise<Assertion | undefined> {
  try {
    const { startAuthentication } = await library()
    const { id, response } = await startAuthentication({ optionsJSON })
    const { clientDataJSON, authenticatorData, signature } = response
    return { id, clientDataJSON, authenticatorData, signature }
  } catch {
    return undefined
  }
}
