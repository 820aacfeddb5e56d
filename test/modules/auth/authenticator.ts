import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** A WebAuthn authenticator in software: one P-256 key, "none" attestation. */
export function createAuthenticator(origin: string, rpId: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = (flags: number, counter: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, rest])
  }
  return {
    id,
    publicKey,
    register(challenge: string): RegistrationResponseJSON {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(rawId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, Buffer.from(cose)])
      const data = authData(USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL, 0, attested)
      const attestationObject = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(data)],
        ]) as Parameters<typeof isoCBOR.encode>[0],
      )
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: Buffer.from(attestationObject).toString('base64url'),
        },
      }
    },
    logIn(challenge: string, counter: number, flags = USER_PRESENT | USER_VERIFIED) {
      const client = clientData('webauthn.get', challenge)
      const data = authData(flags, counter)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}
