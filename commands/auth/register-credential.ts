import { z } from 'zod'
import { credentials } from '#domain/auth/credentials/decider.ts'
import { type CredentialEvent, DEVICE_PLATFORMS } from '#domain/auth/credentials/events.ts'
import { hasPasswordChanged } from '#domain/auth/password-binding.ts'
import { users } from '#domain/auth/users/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Auth } from '#services/auth/auth.ts'
import {
  base64url,
  challenge_id,
  deviceType,
  isSignedBy,
  parseDeviceKey,
  RegistrationResult,
  registrationText,
  signatureOver,
  verifyRegistration,
  webauthnCredentialId,
  webauthnType,
} from '#services/auth/biometric.ts'
import { device_id } from '#services/auth/login-device.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'

const PUBLIC_KEY_LENGTH_MAX = 1_024

export const platform = z.enum(DEVICE_PLATFORMS).describe('The platform of the device.')
const registrationFields = { device_id, platform, challenge_id }
export const RegisterCredentialBody = z.union([
  z.object({
    ...registrationFields,
    type: deviceType,
    algorithm: z.literal('ES256').default('ES256').describe('Always `ES256`; the default.'),
    public_key: base64url(PUBLIC_KEY_LENGTH_MAX).describe(
      `P-256 public key: SPKI, DER, base64url, at most ${PUBLIC_KEY_LENGTH_MAX} characters.`,
    ),
    signature: signatureOver('`biometric-register.v1`, challenge, user id and `device_id`'),
  }),
  z.object({ ...registrationFields, type: webauthnType, response: RegistrationResult }),
])
type RegistrationInput = z.output<typeof RegisterCredentialBody>

/** CONFLICT: the WebAuthn key is registered. */
export const registerCredentialErrors = ['AUTH_003', 'CONFLICT'] as const satisfies readonly ErrorCode[]

/** The user signs a fresh challenge. Errors also: AUTH_001, INVALID_REQUEST unless the key is P-256. */
export async function registerCredential(
  auth: Auth,
  context: Context,
  { sid, ...input }: RegistrationInput & { sid: string },
): Promise<string> {
  const session = { sid, sub: context.actor.sub }
  const { user_id, password_changes } = await auth.sessionCache.refreshUser(session, context.now)
  const consumed = await auth.oneTimeTokens.consume('biometric', input.challenge_id, context.now)
  if (consumed === null || consumed.subject !== '')
    throw new Rejection('AUTH_001', { reason: 'the challenge is not valid' })
  const { credential_id, ...key } =
    input.type === 'device'
      ? verifyDeviceKey(input, consumed.challenge, user_id)
      : await verifyWebAuthnKey(auth, input, consumed.challenge)
  const { device_id, platform } = input
  const ended = await findEndedRegistration(auth, credential_id)
  const device = { user_id, kind: input.type, device_id, platform } as const
  const register = { type: 'register', ...device, ...key, password_changes, ended } as const
  await auth.execute.run(credentials, credential_id, register, context)
  return credential_id
}

/** The registration time of a known key that a later password change has ended, else null. */
async function findEndedRegistration({ execute }: Auth, credential_id: string): Promise<string | null> {
  const { state: known } = await execute.load(credentials, credential_id)
  if (known.status === 'absent') return null
  const { state: user } = await execute.load(users, known.user_id)
  return user.status !== 'absent' && hasPasswordChanged(known, user) ? known.registered_at : null
}

type RegisteredCredential = Extract<CredentialEvent, { type: 'CredentialRegistered' }>['data']
type VerifiedKey = Pick<RegisteredCredential, 'public_key' | 'webauthn_id' | 'counter'> & { credential_id: string }

function verifyDeviceKey(
  { public_key, signature, device_id }: Extract<RegistrationInput, { type: 'device' }>,
  challenge: string,
  user_id: string,
): VerifiedKey {
  if (!isSignedBy(parseDeviceKey(public_key), registrationText(challenge, user_id, device_id), signature))
    throw new Rejection('AUTH_001', { reason: 'the signature is wrong' })
  return { credential_id: newId('cred'), public_key, webauthn_id: null, counter: 0 }
}

async function verifyWebAuthnKey(
  auth: Auth,
  { response }: Extract<RegistrationInput, { type: 'webauthn' }>,
  challenge: string,
): Promise<VerifiedKey> {
  const verified = await verifyRegistration(auth.config, response, challenge)
  if (verified === null) throw new Rejection('AUTH_001', { reason: 'the registration could not be verified' })
  const { id: webauthn_id, public_key, counter } = verified
  return { credential_id: webauthnCredentialId(webauthn_id), public_key, webauthn_id, counter }
}
