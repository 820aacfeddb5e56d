import type { Answer, Input } from '../../client/types.ts'

type RelyingParty = Answer<'requestChallenge'>['webauthn']
type Registration = Extract<Input<'registerCredential'>['body'], { type: 'webauthn' }>['response']
type Assertion = Extract<Input<'biometricLogin'>['body'], { type: 'webauthn' }>['response']

/** ECDSA with P-256 and SHA-256 (RFC 9053): the only one that the service takes. */
const ES256 = -7

export function canUseKeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined'
}

/** Makes a WebAuthn key that its user is found by: the sign-in needs no name. */
export async function createKey(
  challenge: string,
  party: RelyingParty,
  { id, name, displayName }: { id: string; name: string; displayName: string },
): Promise<Registration> {
  assertOrigin(party)
  const key = await fromBrowser(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { id: party.rp_id, name: 'Security Service' },
        user: { id: new TextEncoder().encode(id), name, displayName },
        pubKeyCredParams: [{ type: 'public-key', alg: ES256 }],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    }),
  )
  const { clientDataJSON, attestationObject } = key.response as AuthenticatorAttestationResponse
  return {
    ...partsOf(key),
    response: { clientDataJSON: base64url(clientDataJSON), attestationObject: base64url(attestationObject) },
  }
}

/** Signs the challenge with a key of this browser that its user chooses. */
export async function signWithKey(challenge: string, party: RelyingParty): Promise<Assertion> {
  assertOrigin(party)
  const key = await fromBrowser(() =>
    navigator.credentials.get({
      publicKey: { challenge: bytesOf(challenge), rpId: party.rp_id, userVerification: 'required' },
    }),
  )
  const { clientDataJSON, authenticatorData, signature } = key.response as AuthenticatorAssertionResponse
  return {
    ...partsOf(key),
    response: {
      clientDataJSON: base64url(clientDataJSON),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
    },
  }
}

/** The service refuses keys of other pages, whatever the browser allows. */
function assertOrigin({ origins }: RelyingParty): void {
  if (!origins.includes(location.origin))
    throw new Error(`The service takes keys on pages of ${origins.join(', ')} only. Those who run it can add this one.`)
}

async function fromBrowser(request: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const key = await request().catch(error => {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
    throw isRefused ? new Error('No key was used: the browser was cancelled, or it has no key for this page.') : error
  })
  if (key === null) throw new Error('The browser has no key.')
  return key as PublicKeyCredential
}

function partsOf({ id, rawId }: PublicKeyCredential) {
  return { id, rawId: base64url(rawId), type: 'public-key' as const, clientExtensionResults: {} }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, character => character.charCodeAt(0))
}

function base64url(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), byte => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
