import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
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

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 86_400_000
/** Certificates are valid from an hour earlier, for clocks that are late. */
const BACKDATE_MS = 3_600_000

cryptoProvider.set(globalThis.crypto)

/** Both in PEM. */
export type CertificateAndKey = { cert: string; key: string }

export type CertificateIssuer = {
  caPem: string
  /** The first of `names`, which are DNS names or IP addresses, is the common name. */
  issue(names: string[], notAfter: Date): Promise<CertificateAndKey>
}

export async function createAuthority(name: string, days: number): Promise<CertificateAndKey> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const now = Date.now()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    notBefore: new Date(now - BACKDATE_MS),
    notAfter: new Date(now + days * DAY_MS),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { cert: certificate.toString('pem'), key: await privateKeyToPem(keys.privateKey) }
}

/** Throws when the certificate or the key is damaged. */
export async function loadAuthority({ cert, key }: CertificateAndKey): Promise<CertificateIssuer> {
  const ca = new X509Certificate(cert)
  const [der] = PemConverter.decode(key)
  const signingKey = await webcrypto.subtle.importKey('pkcs8', der!, ALGORITHM, false, ['sign'])
  return {
    caPem: cert,
    async issue(names, notAfter) {
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
      return { cert: certificate.toString('pem'), key: await privateKeyToPem(keys.privateKey) }
    },
  }
}

async function privateKeyToPem(key: webcrypto.CryptoKey): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')
}
