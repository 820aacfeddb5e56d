import { sql } from 'slonik'
import { z } from 'zod'
import { createBatcher } from '#concurrency/batcher.ts'
import type { PushPlatform } from '#domain/notifications/devices/events.ts'
import type { Registration } from '#domain/notifications/devices/state.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { derivedUuid } from '#values/ids.ts'
import type { Person } from '#values/person.ts'

export type TokenKey = { client_id: string; platform: string; token_index: string }

/** Which registration of which device has a token. */
const HolderRow = z.object({ device: z.string(), registration: z.int(), registered_at: z.string() })
export type Holder = z.infer<typeof HolderRow>
const FoundRow = HolderRow.extend({ place: z.int() })
/** Tokens in one question. */
const KEYS_MAX = 100

/** `person`: with whose device it is, as `reachedAs` names them. */
const ClaimRow = HolderRow.extend({
  ...{ client_id: z.string(), platform: z.string(), token_index: z.string() },
  person: z.string(),
})
export type Claim = z.infer<typeof ClaimRow>

/** How rows name whose device it is: nobody has to be able to read who that is. */
export function personKeyOf({ client_id, user_id }: Person): string {
  return derivedUuid('push-person', client_id, user_id)
}

const DeviceRow = z.object({ device: z.string() })

export type TokenOwners = ReturnType<typeof createTokenOwners>

/** Of two devices that claim a token: the one registered later has it, and where nobody can say, one of them and always the same. */
export function isLater(one: Holder, other: Holder): boolean {
  const [a, b] = [Date.parse(one.registered_at), Date.parse(other.registered_at)]
  return a === b ? one.device > other.device : a > b
}

type RegistrationVersion = Pick<Registration, 'registration' | 'registered_at'>

/**
 * Whether it is this registration of its device. A number alone does not say so: a store of events that was restored to an older state gives it out
 * once more.
 */
export function isOfRegistration(
  { registration, registered_at }: RegistrationVersion,
  other: RegistrationVersion,
): boolean {
  return registration === other.registration && Date.parse(registered_at) === Date.parse(other.registered_at)
}

/** Of claims of one device. */
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

/** Who has which push token. What is here can be told from the devices' streams, but for when each was seen. */
export function createTokenOwners(db: Database) {
  /** As it is once it is asked: many are asked at the same moment when many notifications go out. */
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
    /** Who has the token; where it is this device, it was seen just now. */
    async touch(key: TokenKey, device: string): Promise<Holder | null> {
      const seen = await db.maybeOne(sql.type(HolderRow)`
        update ops.push_tokens set seen_at = clock_timestamp() where ${isTokenKey(key)} and device = ${device}::uuid
        returning device::text as device, registration, registered_at`)
      return seen ?? findHolder(key)
    },
    /**
     * Takes a token that nobody has, that an earlier registration of the same device has, or `told`, of which it is known that it is lost. Answers
     * who has it then; null when that was undecided for a moment.
     */
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
    /** What a device has, by whichever of its registrations: as a rule one token, or none. */
    async listClaims(device: string): Promise<readonly Claim[]> {
      return db.any(sql.type(ClaimRow)`
        select ${claimColumns} from ops.push_tokens as t where t.device = ${device}::uuid`)
    },
    /** Whether a device has said since then that a token is its own. */
    async isSeenSince(device: string, since: Date): Promise<boolean> {
      return db.exists(sql.unsafe`
        select from ops.push_tokens where device = ${device}::uuid and seen_at > ${since.toISOString()}::timestamptz`)
    },
    /** It is nobody's, unless it has become another registration's meanwhile. */
    async release(claim: Claim): Promise<void> {
      await db.query(sql.unsafe`delete from ops.push_tokens as t where ${isTokenKey(claim)} and ${isHolder(claim)}`)
    },
    /**
     * Tokens of a platform that no app has said it has since then, page by page, each behind the last one of the page before. Rows that were made anew
     * count from when they were.
     */
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
    /**
     * The token is nobody's once `end` says so, unless it has been seen since, or is given up by somebody else. An app that says that it has it
     * waits meanwhile, and is then told that nobody has.
     */
    async releaseUnseen(claim: Claim, before: Date, deactivate: () => Promise<boolean>): Promise<boolean> {
      return db.transaction(async tx => {
        const locked = await tx.query(sql.unsafe`
          select from ops.push_tokens as t where ${isTokenKey(claim)} and ${isHolder(claim)} and ${isUnseen(before)} for update skip locked`)
        if (locked.rowCount === 0 || !(await deactivate())) return false
        await tx.query(sql.unsafe`delete from ops.push_tokens as t where ${isTokenKey(claim)}`)
        return true
      })
    },
    /**
     * The devices that a user has and that are reached, those seen last first, and of many no more than `limit`. Each
     * once: a device that gets a new token has two for a moment.
     */
    async listDevices(person: Person, limit: number): Promise<readonly string[]> {
      return db.anyFirst(sql.type(DeviceRow)`
        select device::text as device from ops.push_tokens where person = ${personKeyOf(person)}::uuid
        group by push_tokens.device order by max(seen_at) desc, push_tokens.device desc limit ${limit}`)
    },
  }
}
