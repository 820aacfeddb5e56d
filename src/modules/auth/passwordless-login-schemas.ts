import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { DEVICE_PLATFORMS } from '#domain/auth/credentials/events.ts'
import { Provider } from '#domain/auth/identities/events.ts'
import { plainText } from '#values/text.ts'
import { device_id, TOKEN_LENGTH_MAX } from './schemas.ts'

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
const credential_id = z.string().describe('The key: `cred_` and a UUID.')
const identity_id = z.string().describe('The linked account: `idn_` and a UUID.')
const provider = Provider.describe('The provider of the account.')
const platform = z.enum(DEVICE_PLATFORMS).describe('The platform of the device.')

export const SocialLoginBody = z.object({
  provider,
  id_token: z
    .string()
    .min(1)
    .max(TOKEN_LENGTH_MAX)
    .describe(
      'The id token that the provider issued within the last hour, at most 8,192 characters; it can be used once.',
    ),
  nonce: plainText(128)
    .nullish()
    .describe('From POST /api/auth/nonce, if the token was requested with it; at most 128 characters.'),
  device_id: device_id.nullish().describe('Your id of the device that the session is for, 1 to 128 characters.'),
})
export const LinkIdentityResponse = z
  .object({ status: z.literal('linked').describe('Always `linked`.') })
  .describe('The account logs this user in from now on.')
export const NonceResponse = z
  .object({
    nonce: z.string().describe('For the request of the id token; it can be used once. 32 bytes, base64url.'),
    expires_in: z.int().describe('Seconds for which it is valid, 600.'),
  })
  .describe('A new nonce.')

export const ChallengeBody = z
  .object({
    credential_id: id.nullish().describe('The key for a login, at most 128 characters; omit it to register one.'),
  })
  .nullish()
export const ChallengeResponse = z
  .object({
    challenge_id: z.string().describe('Send it with the signature: `chl_` and a UUID.'),
    challenge: z.string().describe('What to sign: 32 bytes, base64url.'),
    expires_in: z.int().describe('Seconds for which it is valid, 120.'),
  })
  .describe('A new challenge.')

const webauthnPart = (what: string) =>
  base64url(WEBAUTHN_PART_LENGTH_MAX).describe(`${what}, base64url, at most ${WEBAUTHN_PART_LENGTH_MAX} characters.`)
/** Only the parts that matter here; the library checks the rest. */
const webauthnFields = {
  id: webauthnPart('Id of the WebAuthn credential'),
  rawId: webauthnPart('The same id'),
  type: z.literal('public-key').describe('Always `public-key`.'),
  clientExtensionResults: z.object({}).default({}).describe('Results of extensions; ignored.'),
}
const clientDataJSON = webauthnPart('`clientDataJSON` of the response')
const RegistrationResponse: z.ZodType<RegistrationResponseJSON, unknown> = z
  .object({
    ...webauthnFields,
    response: z
      .object({ clientDataJSON, attestationObject: webauthnPart('`attestationObject` of the response') })
      .describe('The response of the authenticator.'),
  })
  .describe('The result of `navigator.credentials.create`, as JSON.')
const AuthenticationResponse: z.ZodType<AuthenticationResponseJSON, unknown> = z
  .object({
    ...webauthnFields,
    response: z
      .object({
        clientDataJSON,
        authenticatorData: webauthnPart('`authenticatorData` of the response'),
        signature: webauthnPart('`signature` of the response'),
      })
      .describe('The response of the authenticator.'),
  })
  .describe('The result of `navigator.credentials.get`, as JSON.')

const challenge_id = id.describe('The signed challenge, at most 128 characters.')
const registrationFields = { device_id, platform, challenge_id }
/** Optional, because device keys are the usual case. */
const deviceType = z.literal('device').default('device').describe('A key of the device itself; the default.')
const webauthnType = z.literal('webauthn').describe('A WebAuthn key.')

export const RegisterCredentialBody = z.union([
  z.object({
    ...registrationFields,
    type: deviceType,
    algorithm: z.literal('ES256').default('ES256').describe('Always `ES256`; the default.'),
    public_key: base64url(PUBLIC_KEY_LENGTH_MAX).describe(
      `P-256 public key: SPKI, DER, base64url, at most ${PUBLIC_KEY_LENGTH_MAX} characters.`,
    ),
    signature: base64url(SIGNATURE_LENGTH_MAX).describe(
      `ES256 over \`biometric-register.v1\`, challenge, user id and \`device_id\`, one per line; DER or raw, base64url, at most ${SIGNATURE_LENGTH_MAX} characters.`,
    ),
  }),
  z.object({ ...registrationFields, type: webauthnType, response: RegistrationResponse }),
])
export const RegisterCredentialResponse = z.object({ credential_id }).describe('The key logs this user in from now on.')
export const CredentialParams = z.object({ credential_id })
export const RemoveCredentialResponse = z
  .object({ credential_id, status: z.literal('removed').describe('Always `removed`.') })
  .describe("The key can't log in any more.")

const ENDED = 'ended (the password was changed since: register or link again)'
const Credential = z.object({
  credential_id,
  type: z.enum(['device', 'webauthn']).describe('The kind of key.'),
  device_id: z.string().describe('Your id of the device, at most 128 characters.'),
  platform,
  status: z
    .enum(['active', 'disabled', 'ended'])
    .describe(`Whether it logs in: active, disabled (too many wrong signatures), or ${ENDED}.`),
  registered_at: z.iso.datetime().describe('When it was registered; ISO 8601, UTC, milliseconds.'),
  last_used_at: z.iso
    .datetime()
    .nullable()
    .describe('When the key last logged in, null if never; ISO 8601, UTC, milliseconds.'),
})
export const ListCredentialsResponse = z
  .object({ data: z.array(Credential).describe('The keys, the oldest first.') })
  .describe('The keys of the current user.')
const Identity = z.object({
  identity_id,
  provider,
  status: z.enum(['active', 'ended']).describe(`Whether it logs in: active, or ${ENDED}.`),
  linked_at: z.iso.datetime().describe('When it was linked; ISO 8601, UTC, milliseconds.'),
})
export const ListIdentitiesResponse = z
  .object({ data: z.array(Identity).describe('The linked accounts, the oldest first.') })
  .describe('The linked accounts of the current user.')
export const IdentityParams = z.object({ identity_id })
export const UnlinkIdentityResponse = z
  .object({ identity_id, status: z.literal('unlinked').describe('Always `unlinked`.') })
  .describe("The account can't log in any more.")

const loginFields = {
  credential_id: id.describe('The key that signed, at most 128 characters.'),
  challenge_id,
  device_id,
}
export const BiometricLoginBody = z.union([
  z.object({
    ...loginFields,
    type: deviceType,
    signature: base64url(SIGNATURE_LENGTH_MAX).describe(
      `ES256 over \`biometric-login.v1\`, challenge, \`credential_id\` and \`device_id\`, one per line; DER or raw, base64url, at most ${SIGNATURE_LENGTH_MAX} characters.`,
    ),
  }),
  z.object({ ...loginFields, type: webauthnType, response: AuthenticationResponse }),
])
