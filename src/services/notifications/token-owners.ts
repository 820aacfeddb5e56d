import { sql } from 'slonik'
import { z } from 'zod'
import { createBatcher } from '#concurrency/batcher.ts'
import type { Registration } from '#domain/notifications/devices/decider.ts'
import type { PushPlatform } from '#domain/notifications/devices/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { derivedUuid } from '#values/ids.ts'
import type { Person } from '#values/person.ts'

export type TokenKey = { client_id: string; platform: string; token_index: string }

const HolderRow = z.object({ device: z.string(), registration: z.int(), registered_at: z.string() })
export type Holder = z.infer<typeof HolderRow>
const FoundRow = HolderRow.extend({ place: z.int() })
const KEYS_MAX = 100

/** `person`: a key of the user, by `personKeyOf`. */
const ClaimRow = HolderRow.extend({
  ...{ client_id: z.string(), platform: z.string(), token_index: z.string() },
  person: z.string(),
})
export type Claim = z.infer<typeof ClaimRow>

/** Rows hold a derived key, so that they do not reveal the person. */
export function personKeyOf({ client_id, user_id }: Person): string {
  return derivedUuid('push-person', client_id, user_id)
}

const DeviceRow = z.object({ device: z.string() })

export type TokenOwners = ReturnType<typeof createTokenOwners>

/** Of two claims, the later registration wins; with equal times, the greater uuid. */
export function isLater(one: Holder, other: Holder): boolean {
  const [a, b] = [Date.parse(one.registered_at), Date.parse(other.registered_at)]
  return a === b ? one.device > other.device : a > b
}

type RegistrationVersion = Pick<Registration, 'registration' | 'registered_at'>

/** Compares the time too: a store restored to an older state assigns the same revision again. */
export function isOfRegistration(
  { registration, registered_at }: RegistrationVersion,
  other: RegistrationVersion,
): boolean {
  return registration === other.registration && Date.parse(registered_at) === Date.parse(other.registered_at)
}

export function isSameClaim(one: Claim, other: Claim): boolean {
  return one.platform === other.platform && one.token_index === other.token_index && isOfRegistration(one, other)
}

const isTokenKey = ({ client_id, platform, token_index }: TokenKey) =>
  sql.fragment`client_id = ${client_id} and platform = ${platform} and token_index = ${token_index}`
const isHolder = ({ device, registration, registered_at }: Holder) =>
  sql.fragment`t.device = ${device}::uuid and t.registration = ${registration} and t.registered_at = ${registered_at}::timestamptz`

const isUnseen = (before: Date) => sql.fragment`greatest(t.seen_at, t.watched_since) < ${sql.timestamp(before)}`
const claimColumns = sql.fragment`
  t.client_id, t.platform, t.token_index, t.device::text as device, t.registration, t.registered_at, t.person::text as person`

/** Which device has which push token. Everything but the times of last use can be rebuilt from the devices' streams. */
export function createTokenOwners(db: Database) {
  /** Batched: many lookups arrive at once when many notifications are sent. */
  const findHolder = createBatcher<TokenKey, Holder | null>(async keys => {
    const rows = await db.any(sql.type(FoundRow)`
      select k.place, t.device::text as device, t.registration, t.registered_at
      from ${sql.unnest(
        keys.map(({ client_id, platform, token_index }) => [client_id, platform, token_index]),
        ['text', 'text', 'text'],
      )} with ordinality as k(client_id, platform, token_index, place)
      cross join lateral (
        select device, registration, registered_at from ops.push_tokens t
        where t.client_id = k.client_id and t.platform = k.platform and t.token_index = k.token_index limit 1) t`)
    const found = new Map(rows.map(({ place, ...holder }) => [place, holder]))
    return keys.map((_, index) => found.get(index + 1) ?? null)
  }, KEYS_MAX)

  return {
    holderOf: findHolder,
    /** Returns the holder; when it is this device, updates when it was last seen. */
    async touch(key: TokenKey, device: string): Promise<Holder | null> {
      const seen = await db.maybeOne(sql.type(HolderRow)`
        update ops.push_tokens set seen_at = clock_timestamp() where ${isTokenKey(key)} and device = ${device}::uuid
        returning device::text as device, registration, registered_at`)
      return seen ?? findHolder(key)
    },
    /** Claims a free token, or one of `invalidHolder` or an earlier registration; null while undecided. */
    async claim(claim: Claim, invalidHolder: Holder | null): Promise<Holder | null> {
      const { client_id, platform, token_index, device, registration, registered_at, person } = claim
      const isInvalidHolder = invalidHolder === null ? sql.fragment`false` : isHolder(invalidHolder)
      await db.query(sql.unsafe`
        insert into ops.push_tokens as t (client_id, platform, token_index, device, registration, registered_at, person, seen_at)
        values (${client_id}, ${platform}, ${token_index}, ${device}::uuid, ${registration}, ${registered_at}::timestamptz,
          ${person}::uuid, ${registered_at}::timestamptz)
        on conflict (client_id, platform, token_index) do update set
          device = excluded.device, registration = excluded.registration, registered_at = excluded.registered_at,
          person = excluded.person,
          seen_at = case when t.device = excluded.device then greatest(t.seen_at, excluded.seen_at) else excluded.seen_at end
        where (t.device = excluded.device and t.registration < excluded.registration) or (${isInvalidHolder})`)
      return findHolder(claim)
    },
    async listClaims(device: string): Promise<readonly Claim[]> {
      return db.any(sql.type(ClaimRow)`
        select ${claimColumns} from ops.push_tokens as t where t.device = ${device}::uuid`)
    },
    async isSeenSince(device: string, since: Date): Promise<boolean> {
      return db.exists(sql.unsafe`
        select from ops.push_tokens where device = ${device}::uuid and seen_at > ${since.toISOString()}::timestamptz`)
    },
    /** Does nothing when another registration has the token by now. */
    async release(claim: Claim): Promise<void> {
      await db.query(sql.unsafe`delete from ops.push_tokens as t where ${isTokenKey(claim)} and ${isHolder(claim)}`)
    },
    /** Page by page. Rebuilt rows count from their rebuild. */
    async listUnseen(
      platform: PushPlatform,
      before: Date,
      { after, limit }: { after: Claim | null; limit: number },
    ): Promise<readonly Claim[]> {
      const isAfter =
        after === null
          ? sql.fragment`true`
          : sql.fragment`(t.client_id, t.token_index) > (${after.client_id}, ${after.token_index})`
      return db.any(sql.type(ClaimRow)`
        select ${claimColumns} from ops.push_tokens as t
        where t.platform = ${platform} and ${isUnseen(before)} and ${isAfter}
        order by t.client_id, t.token_index limit ${limit}`)
    },
    /** Unless the token was seen since, or another process has the row. A registration waits for the lock. */
    async releaseUnseen(claim: Claim, before: Date, deactivate: () => Promise<boolean>): Promise<boolean> {
      return db.transaction(async tx => {
        const locked = await tx.query(sql.unsafe`
          select from ops.push_tokens as t where ${isTokenKey(claim)} and ${isHolder(claim)} and ${isUnseen(before)} for update skip locked`)
        if (locked.rowCount === 0 || !(await deactivate())) return false
        await tx.query(sql.unsafe`delete from ops.push_tokens as t where ${isTokenKey(claim)}`)
        return true
      })
    },
    /** Those seen last first. Each once: a device that gets a new token has two rows for a moment. */
    async listDevices(person: Person, limit: number): Promise<readonly string[]> {
      return db.anyFirst(sql.type(DeviceRow)`
        select device::text as device from ops.push_tokens where person = ${personKeyOf(person)}::uuid
        group by push_tokens.device order by max(seen_at) desc, push_tokens.device desc limit ${limit}`)
    },
  }
}
