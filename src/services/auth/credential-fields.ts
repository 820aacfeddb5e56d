import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { plainText } from '#values/text.ts'

const SIGNATURE_LENGTH_MAX = 128
const WEBAUTHN_PART_LENGTH_MAX = 16_384

export const base64url = (lengthMax: number) =>
  z
    .string()
    .min(1)
    .max(lengthMax)
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'must be base64url')

export const challenge_id = plainText(128).describe('The signed challenge, at most 128 characters.')
/** Optional, because device keys are the usual case. */
export const deviceType = z.literal('device').default('device').describe('A key of the device itself; the default.')
export const webauthnType = z.literal('webauthn').describe('A WebAuthn key.')
export const signatureOver = (parts: string) =>
  base64url(SIGNATURE_LENGTH_MAX).describe(
    `ES256 over ${parts}, one per line; DER or raw, base64url, at most ${SIGNATURE_LENGTH_MAX} characters.`,
  )

const webauthnPart = (what: string) =>
  base64url(WEBAUTHN_PART_LENGTH_MAX).describe(`${what}, base64url, at most ${WEBAUTHN_PART_LENGTH_MAX} characters.`)
const responsePart = (name: string) => webauthnPart(`\`${name}\` of the response`)
/** Only the parts that matter here; the library checks the rest. */
const webauthnFields = {
  id: webauthnPart('Id of the WebAuthn credential'),
  rawId: webauthnPart('The same id'),
  type: z.literal('public-key').describe('Always `public-key`.'),
  clientExtensionResults: z.object({}).default({}).describe('Results of extensions; ignored.'),
}
const clientDataJSON = responsePart('clientDataJSON')

export const RegistrationResult: z.ZodType<RegistrationResponseJSON, unknown> = z
  .object({
    ...webauthnFields,
    response: z
      .object({ clientDataJSON, attestationObject: responsePart('attestationObject') })
      .describe('The response of the authenticator.'),
  })
  .describe('The result of `navigator.credentials.create`, as JSON.')
export const AuthenticationResult: z.ZodType<AuthenticationResponseJSON, unknown> = z
  .object({
    ...webauthnFields,
    response: z
      .object({
        clientDataJSON,
        authenticatorData: responsePart('authenticatorData'),
        signature: responsePart('signature'),
      })
      .describe('The response of the authenticator.'),
  })
  .describe('The result of `navigator.credentials.get`, as JSON.')
