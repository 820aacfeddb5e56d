import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { sql } from 'slonik'
import { z } from 'zod'
import { createBatcher } from '#concurrency/batcher.ts'
import type { Database } from '#edge/postgres/pool.ts'
import type { Migration } from '#edge/postgres/schema.ts'

/**
 * Sealed personal data (envelope encryption): AES-256-GCM with one data key per subject, data keys wrapped by the master
 * key and kept in the schema `vault`. Deleting a subject's key makes everything sealed for it unreadable for ever, in every
 * event, row and backup of the events (crypto-shredding).
 */
export type Vault = {
  /** `v1.<subject>.<iv, ciphertext and tag, base64url>`; a subject has no dot, so that the parts can be told apart. `place` (like `rf_1|name`) is authenticated: the text opens nowhere else. */
  seal(subject: string, context: string, plaintext: string): Promise<string>
  /** The clear text, or null when the subject was erased. Throws when the text was not sealed for `place`. */
  open(sealed: string, context: string): Promise<string | null>
  /** Forgets the subject's key. */
  erase(subject: string): Promise<void>
  /** Forgets the keys of all subjects whose names begin with `prefix` and come before `until` by their code points. Answers how many. */
  eraseBefore(prefix: string, until: string): Promise<number>
  /** Keyed digest (hex) of something guessable, for comparing without storing it. */
  digest(purpose: string, text: string): string
  /** The same under the subject's own key: once that is gone, nobody can find out by trying what the text was. */
  digestFor(subject: string, purpose: string, text: string): Promise<string>
  /** The same to compare with: null once the key is gone, and none is made. */
  digestAgain(subject: string, purpose: string, text: string): Promise<string | null>
}

export const vaultMigrations: Migration[] = [
  {
    name: 'vault-001-data-keys',
    statements: [
      sql.unsafe`create table vault.data_keys (
        subject text primary key,
        wrapped bytea,
        created_at timestamptz not null default now(),
        erased_at timestamptz)`,
    ],
  },
  {
    name: 'vault-002-subjects-in-order',
    statements: [sql.unsafe`create index data_keys_in_order on vault.data_keys (subject collate "C")`],
  },
]

/** The data key is there, and what was sealed with it has been changed since. */
export class SealBroken extends Error {
  constructor(context: string, cause: unknown) {
    super(`what was sealed as ${context} is damaged`, { cause })
    this.name = 'SealBroken'
  }
}

/** For whom a text was sealed; null for one that is none. */
export function subjectOf(sealed: string): string | null {
  const [version, subject, text] = sealed.split('.')
  return version === 'v1' && text !== undefined ? (subject ?? null) : null
}

const IV_BYTES = 12
const TAG_BYTES = 16
const WrappedKey = z.object({ wrapped: z.instanceof(Buffer) })
const KeyRow = WrappedKey.extend({ subject: z.string() })
/** Keys in one question. */
const KEYS_PER_QUERY_MAX = 200
/** An erasure by another process is obeyed at most this much later. */
export const KEY_CACHE_MS = 30_000
const KEY_CACHE_MAX = 20_000

export function createVault(db: Database, masterKey: Buffer): Vault {
  const wrapping = derivedKey(masterKey, 'vault-wrapping')
  const digesting = derivedKey(masterKey, 'vault-digest')
  const keys = new LRUCache<string, KeyObject>({ max: KEY_CACHE_MAX, ttl: KEY_CACHE_MS })
  /** Forgotten with the subjects' keys that they are derived from: deriving one costs as much as twenty digests. */
  const digestingKeys = new WeakMap<KeyObject, KeyObject>()

  function digestingKeyOf(key: KeyObject): KeyObject {
    const known = digestingKeys.get(key) ?? derivedKey(key, 'vault-digest')
    digestingKeys.set(key, known)
    return known
  }

  /** As they are once they are asked. Those of many are asked at the same moment where much is opened that is of as many people. */
  const wrappedKeyOf = createBatcher<string, Buffer | null>(async subjects => {
    const rows = await db.any(sql.type(KeyRow)`
      select subject, wrapped from vault.data_keys
      where subject = any(${sql.array(subjects, 'text')}) and wrapped is not null`)
    const found = new Map(rows.map(({ subject, wrapped }) => [subject, wrapped]))
    return subjects.map(subject => found.get(subject) ?? null)
  }, KEYS_PER_QUERY_MAX)

  async function existingKey(subject: string): Promise<KeyObject | null> {
    const cached = keys.get(subject)
    if (cached !== undefined) return cached
    const wrapped = await wrappedKeyOf(subject)
    return wrapped === null ? null : cacheKey(subject, wrapped)
  }

  function cacheKey(subject: string, wrapped: Buffer): KeyObject {
    const key = createSecretKey(decrypt(wrapping, wrapped, subject))
    keys.set(subject, key)
    return key
  }

  function digestUnder(key: KeyObject, purpose: string, text: string): string {
    return createHmac('sha256', digestingKeyOf(key)).update(`${purpose}\n`).update(text).digest('hex')
  }

  async function keyFor(subject: string): Promise<KeyObject> {
    const known = await existingKey(subject)
    if (known !== null) return known
    // A subject that comes back after its erasure gets a new key; what was sealed before stays unreadable.
    const fresh = encrypt(wrapping, randomBytes(32), subject)
    const wrapped = await db.oneFirst(sql.type(WrappedKey)`
      insert into vault.data_keys (subject, wrapped) values (${subject}, ${sql.binary(fresh)})
      on conflict (subject) do update set wrapped = coalesce(data_keys.wrapped, excluded.wrapped) returning wrapped`)
    return cacheKey(subject, wrapped)
  }

  return {
    async seal(subject, context, plaintext) {
      const key = await keyFor(subject)
      return `v1.${subject}.${encrypt(key, Buffer.from(plaintext, 'utf8'), context).toString('base64url')}`
    },
    async open(sealed, context) {
      const [version, subject, text] = sealed.split('.')
      if (version !== 'v1' || subject === undefined || text === undefined)
        throw new SealBroken(context, new Error('not a sealed text'))
      const plaintext = (key: KeyObject) => decrypt(key, Buffer.from(text, 'base64url'), context).toString('utf8')
      const key = await existingKey(subject)
      if (key === null) return null
      try {
        return plaintext(key)
      } catch {
        // The key that this process remembers may be one from before the database was restored.
        keys.delete(subject)
      }
      const present = await existingKey(subject)
      if (present === null) return null
      try {
        return plaintext(present)
      } catch (error) {
        // Sealed under a key that was erased before the subject came back.
        if (await wasErased(db, subject)) return null
        throw new SealBroken(context, error)
      }
    },
    async erase(subject) {
      await db.query(
        sql.unsafe`update vault.data_keys set wrapped = null, erased_at = now() where subject = ${subject}`,
      )
      keys.delete(subject)
    },
    async eraseBefore(prefix, until) {
      // Their time never comes back, so that nobody has to know that they were there.
      const { rowCount } = await db.query(sql.unsafe`
        delete from vault.data_keys
        where subject collate "C" >= ${prefix} and subject collate "C" < ${until} and starts_with(subject, ${prefix})`)
      for (const subject of keys.keys()) if (subject.startsWith(prefix) && subject < until) keys.delete(subject)
      return rowCount
    },
    digest: (purpose, text) => createHmac('sha256', digesting).update(`${purpose}\n`).update(text).digest('hex'),
    digestFor: async (subject, purpose, text) => digestUnder(await keyFor(subject), purpose, text),
    async digestAgain(subject, purpose, text) {
      const key = await existingKey(subject)
      return key === null ? null : digestUnder(key, purpose, text)
    },
  }
}

/** Key objects, not bytes: making one from bytes costs as much as a whole encryption. */
function derivedKey(from: Buffer | KeyObject, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', from, '', purpose, 32)))
}

async function wasErased(db: Database, subject: string): Promise<boolean> {
  return db.exists(sql.unsafe`select 1 from vault.data_keys where subject = ${subject} and erased_at is not null`)
}

/** Random bytes cost the same for one initialisation vector as for many. */
const IVS_AT_ONCE = 256
let ivs = Buffer.alloc(0)

function freshIv(): Buffer {
  if (ivs.length < IV_BYTES) ivs = randomBytes(IV_BYTES * IVS_AT_ONCE)
  const iv = ivs.subarray(0, IV_BYTES)
  ivs = ivs.subarray(IV_BYTES)
  return iv
}

function encrypt(key: KeyObject, plaintext: Buffer, aad: string): Buffer {
  const iv = freshIv()
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad))
  return Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: KeyObject, sealed: Buffer, aad: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES)).setAAD(Buffer.from(aad))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
}
