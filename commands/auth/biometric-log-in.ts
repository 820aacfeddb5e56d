import { z } from 'zod'
import { type CredentialState, credentials } from '#domain/auth/credentials/decider.ts'
import { hasPasswordChanged } from '#domain/auth/password-binding.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Auth } from '#services/auth/auth.ts'
import {
  AuthenticationResult,
  challenge_id,
  deviceType,
  isSignedBy,
  loginText,
  parseDeviceKey,
  signatureOver,
  verifyAssertion,
  webauthnCredentialId,
  webauthnType,
} from '#services/auth/biometric.ts'
import { device_id } from '#services/auth/login-device.ts'
import { type IssuedTokens, openSession } from '#services/auth/open-session.ts'
import { findUserAccess } from '#services/auth/session-cache.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import { plainText } from '#values/text.ts'

const loginFields = {
  credential_id: plainText(128).describe('The key that signed, at most 128 characters.'),
  challenge_id,
  device_id,
}
export const BiometricLoginBody = z.union([
  z.object({
    ...loginFields,
    type: deviceType,
    signature: signatureOver('`biometric-login.v1`, challenge, `credential_id` and `device_id`'),
  }),
  z.object({
    challenge_id,
    type: webauthnType,
    response: AuthenticationResult,
    credential_id: loginFields.credential_id
      .optional()
      .describe('The key that signed; by default the one of `response.id`, with a challenge for no certain key.'),
    device_id: device_id.optional().describe('Your id of the device; by default that of the registration.'),
  }),
])
type BiometricInput = z.output<typeof BiometricLoginBody>

/** AUTH_001 for every cause. */
export const biometricLoginErrors = ['AUTH_001'] as const satisfies readonly ErrorCode[]

/** A challenge is good for one attempt, and five wrong signatures in a row disable the key. */
export async function biometricLogIn(
  auth: Auth,
  context: Context,
  input: BiometricInput & { user_agent: string | null },
): Promise<IssuedTokens> {
  const { challenge_id, user_agent } = input
  const { credential_id, challengeSubject } = credentialOf(input)
  const consumed = await auth.oneTimeTokens.consume('biometric', challenge_id, context.now)
  if (consumed?.subject !== challengeSubject) throw new Rejection('AUTH_001')
  const { state: credential } = await auth.execute.load(credentials, credential_id)
  if (credential.status !== 'active') throw new Rejection('AUTH_001')
  const counter = await verifyCounter(auth, credential, input, consumed.challenge)
  if (counter === null) {
    await auth.execute.run(credentials, credential_id, { type: 'fail' }, context)
    throw new Rejection('AUTH_001')
  }
  const { user_id, kind, device_id } = credential
  const access = await findUserAccess(auth, user_id)
  if (access === null || hasPasswordChanged(credential, access)) throw new Rejection('AUTH_001')
  const actor = { ...context.actor, sub: user_id, client_id: access.client_id, role: access.role }
  await auth.execute.run(credentials, credential_id, { type: 'use', counter }, { ...context, actor })
  const email = await auth.vault.open(access.email_sealed, `${user_id}|email`)
  const method = kind === 'device' ? 'biometric' : 'webauthn'
  return openSession(auth, context, access, { method, device_id, user_agent, email })
}

/** A user who has typed no name signs a challenge for any key, and the authenticator names its key. */
function credentialOf(input: BiometricInput): { credential_id: string; challengeSubject: string } {
  if (input.type === 'webauthn' && input.credential_id === undefined)
    return { credential_id: webauthnCredentialId(input.response.id), challengeSubject: '' }
  const { credential_id = '' } = input
  return { credential_id, challengeSubject: credential_id }
}

/** The authenticator's counter (0 for a device key, which has none), or null if the proof is wrong. */
async function verifyCounter(
  auth: Auth,
  credential: Exclude<CredentialState, { status: 'absent' }>,
  input: BiometricInput,
  challenge: string,
): Promise<number | null> {
  const { public_key, webauthn_id, counter, device_id, kind } = credential
  if (kind !== input.type || device_id !== (input.device_id ?? device_id)) return null
  if (input.type === 'webauthn')
    return webauthn_id === null
      ? null
      : verifyAssertion(auth.config, input.response, challenge, { webauthn_id, public_key, counter })
  const text = loginText(challenge, input.credential_id, device_id)
  return isSignedBy(parseDeviceKey(public_key), text, input.signature) ? 0 : null
}
