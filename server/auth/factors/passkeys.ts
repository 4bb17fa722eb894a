import type { WebAuthnCredential } from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { AuthServices } from '#server/auth/services.ts'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { decodeBase64url } from '#server/security/base64url.ts'
import type { PasskeyRequest, passkeyAssertion, passkeyAttestation, PasskeyCreation } from '#shared/calls/factors.ts'
import type { RelyingParty } from './relyingParty.ts'

/** The library of WebAuthn, which most processes never need. Loaded outside of transactions, because that takes a while. */
export const webAuthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256 (COSE): by default the library would probe for experimental ones, with a warning. */
const supportedAlgorithmIDs = [-8, -7, -257]

type Passkey = { id: number; credential_id: string; public_key: Buffer; sign_count: number; transports: string[] }

async function passkeysOf(db: Db, user_id: number): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`
    select id, credential_id, public_key, sign_count, transports
      from passkeys
     where user_id = ${user_id}
     order by id`.execute(db)
  return rows
}

const credentialsOf = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credential_id: id, transports }) => ({ id, transports }))

/** Throws `no-passkeys-here` where browsers allow none. */
function requireRelyingParty({ relyingParty }: AuthServices): RelyingParty {
  if (!relyingParty) throw new ApiError('no-passkeys-here')
  return relyingParty
}

/** What the browser needs to create a passkey for the user of the session. */
export async function creationOptions(
  services: AuthServices,
  { db, session }: SessionContext,
): Promise<PasskeyCreation> {
  const { id: rpID, name: rpName } = requireRelyingParty(services)
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpName,
    rpID,
    userName: session.user.email,
    userDisplayName: session.user.name,
    userID: new Uint8Array(services.challenges.userHandle(session.user_id)),
    challenge: new Uint8Array(services.challenges.forSession(session.id)),
    excludeCredentials: credentialsOf(await passkeysOf(db, session.user_id)),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

type NewPasskey = { user_id: number; name: string; transports: string[]; credential: WebAuthnCredential }

/** Stores a new passkey. Throws `bad-passkey` for one that any account has already. */
export async function storePasskey(db: Db, { user_id, name, transports, credential }: NewPasskey) {
  const { numAffectedRows } = await sql`
    insert into passkeys (user_id, name, credential_id, public_key, sign_count, transports)
    values (${user_id}, ${name}, ${credential.id}, ${Buffer.from(credential.publicKey)}, ${credential.counter}, ${transports})
    on conflict (credential_id) do nothing`.execute(db)
  if (numAffectedRows === 0n) throw new ApiError('bad-passkey')
}

/** The new passkey of a browser that has answered the challenge of the session. Throws `bad-passkey`. */
export async function verifyAttestation(
  services: AuthServices,
  session_id: string,
  attestation: z.output<typeof passkeyAttestation>,
): Promise<WebAuthnCredential> {
  const { id: expectedRPID, isOrigin } = requireRelyingParty(services)
  const { id, transports: _, ...response } = attestation
  const { verifyRegistrationResponse } = await webAuthn()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: (challenge) => services.challenges.isOfSession(session_id, challenge),
      expectedOrigin: originIn(response.clientDataJSON, isOrigin),
      expectedRPID,
      supportedAlgorithmIDs,
      requireUserVerification: true,
    })
    if (registrationInfo) return registrationInfo.credential
  } catch {
    // The library throws for every response that is malformed or not ours; they are all treated alike.
  }
  throw new ApiError('bad-passkey')
}

/** What the browser needs to prove a sign-in by a passkey of its user. */
export async function requestOptions(
  services: AuthServices,
  db: Db,
  { user_id, reference }: { user_id: number; reference: string },
): Promise<PasskeyRequest> {
  const { id: rpID } = requireRelyingParty(services)
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(services.challenges.ofSignIn(reference)),
    allowCredentials: credentialsOf(await passkeysOf(db, user_id)),
    userVerification: 'required',
  })
}

type Assertion = z.output<typeof passkeyAssertion>
type Proof = { user_id: number; reference: string; assertion: Assertion }

/** Accepts a signature of one of the user's passkeys, unless its count says that another device has a copy. */
export async function usePasskey(services: AuthServices, db: Db, { user_id, reference, assertion }: Proof) {
  const { relyingParty, challenges } = services
  const { rows } = await sql<Passkey>`
    select id, credential_id, public_key, sign_count, transports
      from passkeys
     where user_id = ${user_id}
       and credential_id = ${assertion.id}
       for update`.execute(db)
  const [passkey] = rows
  if (!passkey || !relyingParty) return false

  const expectedChallenge = challenges.ofSignIn(reference).toString('base64url')
  const newCount = await verifyAssertion(relyingParty, passkey, { assertion, expectedChallenge })
  if (newCount === undefined) return false
  await sql`update passkeys set sign_count = ${newCount}, used_at = now() where id = ${passkey.id}`.execute(db)
  return true
}

type Expected = { assertion: Assertion; expectedChallenge: string }

/** The new count of signatures of a valid assertion. */
async function verifyAssertion(
  { id: expectedRPID, isOrigin }: RelyingParty,
  passkey: Passkey,
  { assertion: { id, ...response }, expectedChallenge }: Expected,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge,
      expectedOrigin: originIn(response.clientDataJSON, isOrigin),
      expectedRPID,
      credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.sign_count },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library throws for a wrong challenge, origin, host or count, and for a user who was not verified.
    return undefined
  }
}

/** The origin in the response if it is ours, for a library that compares with a list; otherwise one that matches nothing. */
function originIn(clientDataJSON: string, isOrigin: RelyingParty['isOrigin']): string {
  const origin = readOrigin(clientDataJSON)
  return origin !== undefined && isOrigin(origin) ? origin : 'none'
}

function readOrigin(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(decodeBase64url(clientDataJSON)?.toString() ?? '')
    return typeof data === 'object' && data !== null && 'origin' in data ? String(data.origin) : undefined
  } catch {
    return undefined
  }
}
