import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { sql } from 'slonik'
import { z } from 'zod'
import { type Authority, authorityOf, makeAuthority } from '#config/certificates.ts'
import type { Trust } from '#domain/vpn/client-config.ts'
import type { Service } from '#service.ts'

/** Of the vault: what belongs to the installation and to nobody, so that no erasure takes it. */
const SUBJECT = 'installation:vpn'
const AUTHORITY = 'authority'
const AUTHORITY_DAYS = 7_300
/** OpenVPN's own armour of a key that both sides share: 16 lines of 32 hexadecimal digits. */
const KEY_BYTES = 256
const LINE_LENGTH = 32
/** Opened once for many sessions; another process that replaces one is obeyed this much later. */
const KEPT_MS = 60_000
const KEPT_MAX = 10_000

const Secret = z.object({ cert: z.string().nullable(), sealed: z.string() })

export type Trusting = ReturnType<typeof createTrust>

/** What servers and clients know each other by, made at its first use and kept sealed. */
export function createTrust({ db, vault }: Pick<Service, 'db' | 'vault'>) {
  const kept = new LRUCache<string, Promise<{ cert: string | null; clear: string }>>({ max: KEPT_MAX, ttl: KEPT_MS })

  async function secret(name: string, make: () => Promise<{ cert: string | null; clear: string }>) {
    const found = await find(name)
    if (found !== null) return opened(name, found)
    const { cert, clear } = await make()
    const sealed = await vault.seal(SUBJECT, place(name), clear)
    // Whoever was faster has made the one that counts.
    await db.query(sql.unsafe`
      insert into ops.vpn_secrets (name, cert, sealed) values (${name}, ${cert}, ${sealed}) on conflict do nothing`)
    return opened(name, (await find(name))!)
  }

  const find = (name: string) =>
    db.maybeOne(sql.type(Secret)`select cert, sealed from ops.vpn_secrets where name = ${name}`)

  async function opened(name: string, { cert, sealed }: z.infer<typeof Secret>) {
    const clear = await vault.open(sealed, place(name))
    if (clear === null) throw new Error(`the key of ${name} was erased`)
    return { cert, clear }
  }

  function keep(name: string, make: () => Promise<{ cert: string | null; clear: string }>) {
    const known = kept.get(name)
    if (known !== undefined) return known
    const asked = secret(name, make)
    kept.set(name, asked)
    // What can't be opened may be mended.
    asked.catch(() => kept.delete(name))
    return asked
  }

  const authority = () =>
    keep(AUTHORITY, async () => {
      const { cert, key } = await makeAuthority('Security Service VPN CA', AUTHORITY_DAYS)
      return { cert, clear: key }
    })
  const tlsCrypt = (server_id: number) =>
    keep(`tls-crypt ${server_id}`, async () => ({ cert: null, clear: sharedKey() }))

  return {
    /** What a client of this server is handed. */
    async of(server_id: number): Promise<Trust> {
      const [{ cert }, { clear }] = await Promise.all([authority(), tlsCrypt(server_id)])
      return { caPem: cert ?? '', tlsCrypt: clear }
    },
    /** What certifies servers. */
    async authority(): Promise<Authority> {
      const { cert, clear } = await authority()
      return authorityOf({ cert: cert ?? '', key: clear })
    },
  }
}

function place(name: string): string {
  return `vpn|${name}`
}

function sharedKey(): string {
  const digits = randomBytes(KEY_BYTES).toString('hex')
  const lines = digits.match(new RegExp(`.{${LINE_LENGTH}}`, 'g')) ?? []
  return ['-----BEGIN OpenVPN Static key V1-----', ...lines, '-----END OpenVPN Static key V1-----', ''].join('\n')
}
