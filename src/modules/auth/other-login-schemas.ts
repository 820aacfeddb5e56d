import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { DEVICE_PLATFORMS } from '#domain/auth/credentials/events.ts'
import { Provider } from '#domain/auth/identities/events.ts'
import { plainText } from '#text.ts'
import { TOKEN_LENGTH_MAX } from './schemas.ts'

const DEVICE_ID_LENGTH_MAX = 128
/** Base64url of a signature, a public key or a part of a WebAuthn message. */
const base64url = (lengthMax: number) =>
  z
    .string()
    .min(1)
    .max(lengthMax)
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'must be base64url')
const SIGNATURE_LENGTH_MAX = 128
const PUBLIC_KEY_LENGTH_MAX = 1_024
const WEBAUTHN_PART_LENGTH_MAX = 16_384

const id = plainText(128)
const device_id = plainText(DEVICE_ID_LENGTH_MAX)

export const SocialLoginBody = z.object({
  provider: Provider,
  id_token: z.string().min(1).max(TOKEN_LENGTH_MAX).describe('The id token as the provider issued it'),
  nonce: plainText(128).nullish().describe('From POST /api/auth/nonce, when the token was asked for with it'),
  device_id: device_id.nullish(),
})
export const Linked = z.object({ status: z.literal('linked') })
export const Nonce = z.object({ nonce: z.string(), expires_in: z.int().describe('Seconds') })

export const ChallengeBody = z
  .object({ credential_id: id.nullish().describe('The key that will log in; leave out to register one') })
  .nullish()
export const ChallengeAnswer = z.object({
  challenge_id: z.string(),
  challenge: z.string().describe('32 bytes, base64url'),
  expires_in: z.int().describe('Seconds'),
})

const part = base64url(WEBAUTHN_PART_LENGTH_MAX)
/** What browsers hand out, as far as it is looked at; the library checks the inside. */
const webauthn = {
  id: part,
  rawId: part,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
}
const RegistrationResponse: z.ZodType<RegistrationResponseJSON, unknown> = z.object({
  ...webauthn,
  response: z.object({ clientDataJSON: part, attestationObject: part }),
})
const AuthenticationResponse: z.ZodType<AuthenticationResponseJSON, unknown> = z.object({
  ...webauthn,
  response: z.object({ clientDataJSON: part, authenticatorData: part, signature: part }),
})

const registering = { device_id, platform: z.enum(DEVICE_PLATFORMS), challenge_id: id }
/** `type` may be left out: a device key is the usual case. */
const asDevice = z.literal('device').default('device')

export const RegisterCredentialBody = z.union([
  z.object({
    ...registering,
    type: asDevice,
    algorithm: z.literal('ES256').default('ES256'),
    public_key: base64url(PUBLIC_KEY_LENGTH_MAX).describe('P-256 public key: SPKI, DER, base64url'),
    signature: base64url(SIGNATURE_LENGTH_MAX).describe(
      'ES256 over biometric-register.v1, challenge, user id and device_id, one per line; DER or raw',
    ),
  }),
  z.object({ ...registering, type: z.literal('webauthn'), response: RegistrationResponse }),
])
export const CredentialRegistered = z.object({ credential_id: z.string() })
export const CredentialParams = z.object({ credential_id: z.string() })
export const CredentialRemoved = z.object({ credential_id: z.string(), status: z.literal('removed') })

const ENDED = 'ended: the password was changed since; register or link again'
const Credential = z.object({
  credential_id: z.string(),
  type: z.enum(['device', 'webauthn']),
  device_id: z.string(),
  platform: z.enum(DEVICE_PLATFORMS),
  status: z.enum(['active', 'disabled', 'ended']).describe(`disabled: too many wrong signatures. ${ENDED}`),
  registered_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})
export const Credentials = z.object({ data: z.array(Credential) })
const Identity = z.object({
  identity_id: z.string(),
  provider: Provider,
  status: z.enum(['active', 'ended']).describe(ENDED),
  linked_at: z.iso.datetime(),
})
export const Identities = z.object({ data: z.array(Identity) })
export const IdentityParams = z.object({ identity_id: z.string() })
export const IdentityUnlinked = z.object({ identity_id: z.string(), status: z.literal('unlinked') })

const attempt = { credential_id: id, challenge_id: id, device_id }
export const BiometricLoginBody = z.union([
  z.object({
    ...attempt,
    type: asDevice,
    signature: base64url(SIGNATURE_LENGTH_MAX).describe(
      'ES256 over biometric-login.v1, challenge, credential_id and device_id, one per line; DER or raw',
    ),
  }),
  z.object({ ...attempt, type: z.literal('webauthn'), response: AuthenticationResponse }),
])
