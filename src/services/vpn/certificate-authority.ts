import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { sql } from 'slonik'
import { z } from 'zod'
import { type CertificateIssuer, createAuthority, loadAuthority } from '#config/certificates.ts'
import type { TlsMaterial } from '#domain/vpn/client-config.ts'
import type { Service } from '#service.ts'

/** Belongs to the installation, so that no erasure deletes its key. */
const SUBJECT = 'installation:vpn'
const AUTHORITY = 'authority'
const AUTHORITY_DAYS = 7_300
/** OpenVPN's static key: 16 lines of 32 hexadecimal digits. */
const KEY_BYTES = 256
const LINE_LENGTH = 32
/** A secret replaced by another process is used this much later. */
const CACHE_MS = 60_000
const CACHE_MAX = 10_000

const Secret = z.object({ cert: z.string().nullable(), sealed: z.string() })

export type CertificateAuthority = ReturnType<typeof createCertificateAuthority>

/** Authority and tls-crypt keys are created at first use and stored sealed. */
export function createCertificateAuthority({ db, vault }: Pick<Service, 'db' | 'vault'>) {
  const cache = new LRUCache<string, Promise<{ cert: string | null; clear: string }>>({ max: CACHE_MAX, ttl: CACHE_MS })

  async function loadSecret(name: string, make: () => Promise<{ cert: string | null; clear: string }>) {
    const stored = await findSecret(name)
    if (stored !== null) return openSecret(name, stored)
    const { cert, clear } = await make()
    const sealed = await vault.seal(SUBJECT, sealContext(name), clear)
    await db.query(sql.unsafe`
      insert into ops.vpn_secrets (name, cert, sealed) values (${name}, ${cert}, ${sealed}) on conflict do nothing`)
    return openSecret(name, (await findSecret(name))!)
  }

  const findSecret = (name: string) =>
    db.maybeOne(sql.type(Secret)`select cert, sealed from ops.vpn_secrets where name = ${name}`)

  async function openSecret(name: string, { cert, sealed }: z.infer<typeof Secret>) {
    const clear = await vault.open(sealed, sealContext(name))
    if (clear === null) throw new Error(`the key of ${name} was erased`)
    return { cert, clear }
  }

  function cached(name: string, make: () => Promise<{ cert: string | null; clear: string }>) {
    const existing = cache.get(name)
    if (existing !== undefined) return existing
    const loading = loadSecret(name, make)
    cache.set(name, loading)
    loading.catch(() => cache.delete(name))
    return loading
  }

  const authority = () =>
    cached(AUTHORITY, async () => {
      const { cert, key } = await createAuthority('Security Service VPN CA', AUTHORITY_DAYS)
      return { cert, clear: key }
    })
  const tlsCrypt = (server_id: number) =>
    cached(`tls-crypt ${server_id}`, async () => ({ cert: null, clear: generateTlsCryptKey() }))

  return {
    async tlsMaterialOf(server_id: number): Promise<TlsMaterial> {
      const [{ cert }, { clear }] = await Promise.all([authority(), tlsCrypt(server_id)])
      return { caPem: cert ?? '', tlsCrypt: clear }
    },
    async getIssuer(): Promise<CertificateIssuer> {
      const { cert, clear } = await authority()
      return loadAuthority({ cert: cert ?? '', key: clear })
    },
  }
}

function sealContext(name: string): string {
  return `vpn|${name}`
}

function generateTlsCryptKey(): string {
  const digits = randomBytes(KEY_BYTES).toString('hex')
  const lines = digits.match(new RegExp(`.{${LINE_LENGTH}}`, 'g')) ?? []
  return ['-----BEGIN OpenVPN Static key V1-----', ...lines, '-----END OpenVPN Static key V1-----', ''].join('\n')
}
