import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { Rejection } from '#values/errors.ts'
import { derivedId } from '#values/ids.ts'
import { plainText } from '#values/text.ts'
import { type AuthConfig, webauthnOrigins } from './config.ts'

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

const RAW_SIGNATURE_BYTES = 64
const COSE_ES256 = -7

/** Signed by the device: one part per line, and no part contains a line break. */
export function loginText(challenge: string, credentialId: string, deviceId: string): string {
  return `biometric-login.v1\n${challenge}\n${credentialId}\n${deviceId}`
}

/** The signature proves possession of the key. */
export function registrationText(challenge: string, userId: string, deviceId: string): string {
  return `biometric-register.v1\n${challenge}\n${userId}\n${deviceId}`
}

/** From SPKI in base64url. Errors: INVALID_REQUEST unless it is a P-256 key. */
export function parseDeviceKey(spki: string): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(spki, 'base64url'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch {
    // Not a key: refused like a key of another kind.
  }
  const reason = 'must be a P-256 public key: SPKI, DER, base64url'
  throw new Rejection('INVALID_REQUEST', { field: 'public_key', reason, fields: [{ field: 'public_key', reason }] })
}

/** For an ES256 signature in base64url: DER, as phones make it, or r and s, as WebCrypto does. */
export function isSignedBy(key: KeyObject, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  const data = Buffer.from(text)
  if (verify('sha256', data, { key, dsaEncoding: 'der' }, bytes)) return true
  return bytes.length === RAW_SIGNATURE_BYTES && verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

/** One authenticator key is one credential, so its id follows from the authenticator's. */
export function webauthnCredentialId(webauthnId: string): string {
  return derivedId('cred', 'webauthn', webauthnId)
}

export type RelyingParty = Pick<AuthConfig, 'WEBAUTHN_RP_ID' | 'WEBAUTHN_ORIGINS'> & { PORT: number }

/** Null if the proof is wrong. The library is loaded at first use. */
export async function verifyRegistration(party: RelyingParty, response: RegistrationResponseJSON, challenge: string) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: await withoutAttestation(response),
      expectedChallenge: challenge,
      expectedOrigin: webauthnOrigins(party),
      expectedRPID: party.WEBAUTHN_RP_ID,
      requireUserVerification: true,
      supportedAlgorithmIDs: [COSE_ES256],
    })
    if (registrationInfo === undefined) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { id, public_key: Buffer.from(publicKey).toString('base64url'), counter }
  } catch {
    return null
  }
}

/** Not verified, because the library would fetch revocation lists from addresses that a caller's certificate names. */
async function withoutAttestation(registration: RegistrationResponseJSON): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const { response } = registration
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const bare = isoCBOR.encode(
    new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', decoded.get('authData')],
    ]),
  )
  return { ...registration, response: { ...response, attestationObject: isoBase64URL.fromBuffer(bare) } }
}

/** Returns the authenticator's new counter, or null if the proof is wrong. */
export async function verifyAssertion(
  party: RelyingParty,
  response: AuthenticationResponseJSON,
  challenge: string,
  known: { webauthn_id: string; public_key: string; counter: number },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { webauthn_id: id, public_key, counter } = known
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: webauthnOrigins(party),
      expectedRPID: party.WEBAUTHN_RP_ID,
      requireUserVerification: true,
      credential: { id, publicKey: Buffer.from(public_key, 'base64url'), counter },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
