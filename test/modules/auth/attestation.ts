import 'reflect-metadata'
import { createHash, type KeyObject, webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  CRLDistributionPointsExtension,
  cryptoProvider,
  Extension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const KEY_DESCRIPTION = '1.3.6.1.4.1.11129.2.1.17'
const HOUR_MS = 3_600_000

/**
 * The registration with an Android attestation by an authority of the caller's own, whose revocation list is at
 * `crlUrl`.
 */
export async function attestedByAnybody(
  registration: RegistrationResponseJSON,
  publicKey: KeyObject,
  crlUrl: string,
): Promise<RegistrationResponseJSON> {
  cryptoProvider.set(globalThis.crypto)
  const { subtle } = webcrypto
  const { clientDataJSON, attestationObject } = registration.response
  const clientDataHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
  const authority = await subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const valid = { notBefore: new Date(Date.now() - HOUR_MS), notAfter: new Date(Date.now() + HOUR_MS) }
  const root = await X509CertificateGenerator.createSelfSigned({
    ...{ ...valid, name: 'CN=Anybody', keys: authority, signingAlgorithm: ALGORITHM },
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  })
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  // Version, levels, the challenge, no unique id, and two empty lists of what is enforced.
  const description = Buffer.concat([
    Buffer.from('30340201030a01010201040a01010420', 'hex'),
    clientDataHash,
    Buffer.from('040030003000', 'hex'),
  ])
  const leaf = await X509CertificateGenerator.create({
    ...{ ...valid, subject: 'CN=Leaf', issuer: 'CN=Anybody', signingAlgorithm: ALGORITHM },
    publicKey: await subtle.importKey('spki', spki, ALGORITHM, true, ['verify']),
    signingKey: authority.privateKey,
    extensions: [new Extension(KEY_DESCRIPTION, false, description), new CRLDistributionPointsExtension([crlUrl])],
  })
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const attested = isoCBOR.encode(
    new Map<string, unknown>([
      ['fmt', 'android-key'],
      [
        'attStmt',
        new Map<string, unknown>([
          ['alg', -7],
          ['sig', new Uint8Array(8)],
          ['x5c', [new Uint8Array(leaf.rawData), new Uint8Array(root.rawData)]],
        ]),
      ],
      ['authData', authData],
    ]) as Parameters<typeof isoCBOR.encode>[0],
  )
  const response = { ...registration.response, attestationObject: Buffer.from(attested).toString('base64url') }
  return { ...registration, response }
}
