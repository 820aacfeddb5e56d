import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { credentials } from '#domain/auth/credentials/decider.ts'
import type { CredentialEvent, DEVICE_PLATFORMS } from '#domain/auth/credentials/events.ts'
import { hasEnded } from '#domain/auth/password-age.ts'
import { users } from '#domain/auth/users/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Auth } from '#services/auth/auth.ts'
import { deviceKey, isSignedBy, registrationText, verifyRegistration } from '#services/auth/biometric.ts'
import { Rejection } from '#values/errors.ts'
import { derivedId, newId } from '#values/ids.ts'

/** Who registers, by the session: only a session of the present password may bring a key that outlives it. */
type Session = { sid: string; sub: string }
type Device = { device_id: string; platform: (typeof DEVICE_PLATFORMS)[number]; challenge_id: string }
export type RegistrationInput =
  | (Device & { type: 'device'; public_key: string; signature: string })
  | (Device & { type: 'webauthn'; response: RegistrationResponseJSON })

type Registered = Extract<CredentialEvent, { type: 'CredentialRegistered' }>['data']

/**
 * Registers a key of the user who is logged in, who proves to hold it by signing a fresh challenge. Errors: AUTH_001 when the proof
 * is wrong, INVALID_REQUEST for a key that is no P-256 key, CONFLICT for a WebAuthn key that is registered already.
 */
export async function registerCredential(
  auth: Auth,
  context: Context,
  session: Session,
  input: RegistrationInput,
): Promise<string> {
  const { user_id, password_changes } = await auth.liveness.askAnewOfUser(session, context.now)
  const taken = await auth.singleUse.take('biometric', input.challenge_id, context.now)
  if (taken === null || taken.subject !== '') throw new Rejection('AUTH_001', { reason: 'the challenge is not good' })
  const { credential_id, ...key } =
    input.type === 'device'
      ? provenDeviceKey(input, taken.challenge, user_id)
      : await provenWebAuthnKey(auth, input, taken.challenge)
  const { device_id, platform } = input
  const ended = await endedAt(auth, credential_id)
  const device = { user_id, kind: input.type, device_id, platform } as const
  const register = { type: 'register', ...device, ...key, password_changes, ended } as const
  await auth.execute.run(credentials, credential_id, register, context)
  return credential_id
}

/** When a key that is known already was registered, if another password of its user has ended it since. */
async function endedAt({ execute }: Auth, credential_id: string): Promise<string | null> {
  const { state: known } = await execute.load(credentials, credential_id)
  if (known.status === 'absent') return null
  const { state: user } = await execute.load(users, known.user_id)
  return user.status !== 'absent' && hasEnded(known, user) ? known.registered_at : null
}

type ProvenKey = Pick<Registered, 'public_key' | 'webauthn_id' | 'counter'> & { credential_id: string }

function provenDeviceKey(
  { public_key, signature, device_id }: Extract<RegistrationInput, { type: 'device' }>,
  challenge: string,
  userId: string,
): ProvenKey {
  if (!isSignedBy(deviceKey(public_key), registrationText(challenge, userId, device_id), signature))
    throw new Rejection('AUTH_001', { reason: 'the signature is wrong' })
  return { credential_id: newId('cred'), public_key, webauthn_id: null, counter: 0 }
}

async function provenWebAuthnKey(
  auth: Auth,
  { response }: Extract<RegistrationInput, { type: 'webauthn' }>,
  challenge: string,
): Promise<ProvenKey> {
  const proven = await verifyRegistration(auth.config, response, challenge)
  if (proven === null) throw new Rejection('AUTH_001', { reason: 'the registration proves nothing' })
  const { id: webauthn_id, public_key, counter } = proven
  return { credential_id: derivedId('cred', 'webauthn', webauthn_id), public_key, webauthn_id, counter }
}
