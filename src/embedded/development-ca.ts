import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CertificateAndKey, type CertificateIssuer, createAuthority, loadAuthority } from '#config/certificates.ts'
import { writeSecret } from '#config/secret-file.ts'
import { OperationalError } from '#values/operational-error.ts'

/** Only a service on embedded stores trusts it, so that a webhook can be tried without a bought certificate. */
export type DevelopmentCa = {
  caPem: string
  /** PEM, for a TLS server; `names` are DNS names or IP addresses. */
  issue(names: string[], notAfter?: Date): Promise<CertificateAndKey>
}

const NAME = 'Security Service development CA'
const CA_DAYS = 3_650
const LEAF_DAYS = 30
const DAY_MS = 86_400_000

export async function developmentCaOf(dataDir: string): Promise<DevelopmentCa> {
  const certFile = join(dataDir, 'development-ca.pem')
  const keyFile = join(dataDir, 'development-ca.key')
  if (!existsSync(certFile)) {
    const made = await createAuthority(NAME, CA_DAYS)
    writeSecret(keyFile, made.key)
    writeSecret(certFile, made.cert)
  }
  try {
    return shortLived(await loadAuthority({ cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }))
  } catch (cause) {
    throw new OperationalError(`${certFile} or ${keyFile} is damaged: delete both to create new ones`, { cause })
  }
}

export async function temporaryCa(): Promise<DevelopmentCa> {
  return shortLived(await loadAuthority(await createAuthority(NAME, CA_DAYS)))
}

function shortLived({ caPem, issue }: CertificateIssuer): DevelopmentCa {
  return { caPem, issue: (names, notAfter = new Date(Date.now() + LEAF_DAYS * DAY_MS)) => issue(names, notAfter) }
}
