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
import { createKeyedMutex } from '#concurrency/keyed-mutex.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { prepared } from '#edge/postgres/prepared.ts'
import type { Migration } from '#edge/postgres/schema.ts'

/**
 * Envelope encryption of personal data: AES-256-GCM with a data key per subject, wrapped by the master key, in the
 * schema `vault`. Deleting a subject's key makes its data unreadable in every event, row and backup (crypto-shredding).
 */
export type Vault = {
  /**
   * Returns `v1.<subject>.<iv, ciphertext and tag, base64url>`; a subject has no dot. `context` (like `rf_1|name`) is
   * authenticated: the text opens nowhere else.
   */
  seal(subject: string, context: string, plaintext: string): Promise<string>
  /** Null when the subject was erased. Throws SealBroken for another context. */
  open(sealed: string, context: string): Promise<string | null>
  erase(subject: string): Promise<void>
  /** Deletes the keys of subjects with this prefix before `until` in code point order. Returns their number. */
  eraseBefore(prefix: string, until: string): Promise<number>
  /** HMAC (hex) of a guessable text, to compare it without storing it. */
  digest(purpose: string, text: string): string
  /** HMAC under the subject's key, which is useless once the key is deleted. */
  digestFor(subject: string, purpose: string, text: string): Promise<string>
  /** The same, null without a key; makes none. */
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

/** The data key exists, but the sealed text was changed. */
export class SealBroken extends Error {
  constructor(context: string, cause: unknown) {
    super(`the text sealed as ${context} is damaged`, { cause })
    this.name = 'SealBroken'
  }
}

/** The subject of a sealed text; null for another text. */
export function subjectOf(sealed: string): string | null {
  const [version, subject, text] = sealed.split('.')
  return version === 'v1' && text !== undefined ? (subject ?? null) : null
}

const IV_BYTES = 12
const TAG_BYTES = 16
const WrappedKey = z.object({ wrapped: z.instanceof(Buffer) })
const KeyRow = WrappedKey.extend({ subject: z.string() })
const KEYS_PER_QUERY_MAX = 200
/** An erasure by another process takes effect at most this much later. */
export const KEY_CACHE_MS = 30_000
const KEY_CACHE_MAX = 20_000

export function createVault(db: Database, masterKey: Buffer): Vault {
  const wrapping = derivedKey(masterKey, 'vault-wrapping')
  const digesting = derivedKey(masterKey, 'vault-digest')
  const keys = new LRUCache<string, KeyObject>({ max: KEY_CACHE_MAX, ttl: KEY_CACHE_MS })
  /** Weak, so that they go with the subjects' keys. Deriving one costs as much as twenty digests. */
  const digestingKeys = new WeakMap<KeyObject, KeyObject>()
  const runExclusive = createKeyedMutex()

  function digestingKeyOf(key: KeyObject): KeyObject {
    const known = digestingKeys.get(key) ?? derivedKey(key, 'vault-digest')
    digestingKeys.set(key, known)
    return known
  }

  /** Batches the lookups, because pages open data of many subjects at once. */
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

  /** A request seals several texts at once: a second insert would wait for the first and write the row again. */
  async function keyFor(subject: string): Promise<KeyObject> {
    return keys.get(subject) ?? runExclusive(subject, () => findOrMakeKey(subject))
  }

  async function findOrMakeKey(subject: string): Promise<KeyObject> {
    const known = await existingKey(subject)
    if (known !== null) return known
    // A returning subject gets a new key; older data stay unreadable.
    const fresh = encrypt(wrapping, randomBytes(32), subject)
    const wrapped = await db.oneFirst(
      prepared(sql.type(WrappedKey)`
      insert into vault.data_keys (subject, wrapped) values (${subject}, ${sql.binary(fresh)})
      on conflict (subject) do update set wrapped = coalesce(data_keys.wrapped, excluded.wrapped) returning wrapped`),
    )
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
        // The cached key may be older than a restore of the database.
        keys.delete(subject)
      }
      const present = await existingKey(subject)
      if (present === null) return null
      try {
        return plaintext(present)
      } catch (error) {
        // Sealed under a key that was erased before the subject returned.
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
      // Deleted, not marked as erased: days do not return.
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

/** Making a key object from bytes costs as much as an encryption. */
function derivedKey(from: Buffer | KeyObject, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', from, '', purpose, 32)))
}

async function wasErased(db: Database, subject: string): Promise<boolean> {
  return db.exists(sql.unsafe`select 1 from vault.data_keys where subject = ${subject} and erased_at is not null`)
}

/** Drawing random bytes costs the same for one IV as for many. */
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
