import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { PlainError } from '#plain-error.ts'
import { writeSecret } from '#secret-file.ts'

/**
 * A certificate authority for endpoints on this machine. A service on embedded defaults trusts the one of its data folder,
 * so that a webhook can be tried without buying a certificate; nothing else does.
 */
export type DevelopmentCa = {
  caPem: string
  /** A certificate for a TLS server, PEM; `names` are DNS names or IP addresses. */
  issue(names: string[], notAfter?: Date): Promise<{ cert: string; key: string }>
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const CA_DAYS = 3_650
const LEAF_DAYS = 30
const DAY_MS = 86_400_000
/** Certificates are valid from a little earlier, for clocks that are behind. */
const BACKDATE_MS = 3_600_000

cryptoProvider.set(globalThis.crypto)

/** The authority of a folder, made at its first use (`development-ca.pem` and its key, readable by the owner only). */
export async function developmentCaOf(dataDir: string): Promise<DevelopmentCa> {
  const certFile = join(dataDir, 'development-ca.pem')
  const keyFile = join(dataDir, 'development-ca.key')
  if (!existsSync(certFile)) {
    const made = await makeAuthority()
    writeSecret(keyFile, made.keyPem)
    writeSecret(certFile, made.caPem)
  }
  try {
    return await authority(readFileSync(certFile, 'utf8'), readFileSync(keyFile, 'utf8'))
  } catch (cause) {
    throw new PlainError(`${certFile} or ${keyFile} is damaged: delete both, and others are made`, { cause })
  }
}

/** An authority that lives as long as its process. */
export async function temporaryCa(): Promise<DevelopmentCa> {
  const { caPem, keyPem } = await makeAuthority()
  return authority(caPem, keyPem)
}

async function makeAuthority() {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const now = Date.now()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Security Service development CA',
    notBefore: new Date(now - BACKDATE_MS),
    notAfter: new Date(now + CA_DAYS * DAY_MS),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { caPem: certificate.toString('pem'), keyPem: await privatePem(keys.privateKey) }
}

async function authority(caPem: string, keyPem: string): Promise<DevelopmentCa> {
  const ca = new X509Certificate(caPem)
  const [der] = PemConverter.decode(keyPem)
  const signingKey = await webcrypto.subtle.importKey('pkcs8', der!, ALGORITHM, false, ['sign'])
  return {
    caPem,
    async issue(names, notAfter = new Date(Date.now() + LEAF_DAYS * DAY_MS)) {
      const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${names[0]}`,
        issuer: ca.subject,
        notBefore: new Date(Math.min(Date.now(), notAfter.getTime()) - BACKDATE_MS),
        notAfter,
        publicKey: keys.publicKey,
        signingKey,
        signingAlgorithm: ALGORITHM,
        extensions: [
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
          new SubjectAlternativeNameExtension(
            names.map(value => ({ type: /^[\d.]+$|:/.test(value) ? 'ip' : 'dns', value })),
          ),
          await AuthorityKeyIdentifierExtension.create(ca),
          await SubjectKeyIdentifierExtension.create(keys.publicKey),
        ],
      })
      return { cert: certificate.toString('pem'), key: await privatePem(keys.privateKey) }
    },
  }
}

async function privatePem(key: webcrypto.CryptoKey): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')
}
