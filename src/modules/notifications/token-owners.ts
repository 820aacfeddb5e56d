import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'

export type TokenKey = { client_id: string; platform: string; token_index: string }

/** Which registration of which device has a token. */
const HolderRow = z.object({ device: z.string(), registration: z.int(), registered_at: z.string() })
export type Holder = z.infer<typeof HolderRow>
export type Claim = TokenKey & Holder

export type TokenOwners = ReturnType<typeof createTokenOwners>

/** Of two devices that claim a token: the one registered later has it, and where nobody can say, one of them and always the same. */
export function isLater(one: Holder, other: Holder): boolean {
  const [a, b] = [Date.parse(one.registered_at), Date.parse(other.registered_at)]
  return a === b ? one.device > other.device : a > b
}

const isOf = ({ client_id, platform, token_index }: TokenKey) =>
  sql.fragment`client_id = ${client_id} and platform = ${platform} and token_index = ${token_index}`

/** Who has which push token. What is here can be told from the devices' streams, but for when each was seen. */
export function createTokenOwners(db: Database) {
  async function holderOf(key: TokenKey): Promise<Holder | null> {
    return db.maybeOne(sql.type(HolderRow)`
      select device::text as device, registration, registered_at from ops.push_tokens where ${isOf(key)}`)
  }

  return {
    holderOf,
    /** Who has the token; where it is this device, it was seen just now. */
    async see(key: TokenKey, device: string): Promise<Holder | null> {
      const seen = await db.maybeOne(sql.type(HolderRow)`
        update ops.push_tokens set seen_at = clock_timestamp() where ${isOf(key)} and device = ${device}::uuid
        returning device::text as device, registration, registered_at`)
      return seen ?? holderOf(key)
    },
    /**
     * Takes a token that nobody has, that an earlier registration of the same device has, or `told`, who knows that it is lost. Answers who has
     * it then; null when that was undecided for a moment.
     */
    async claim(claim: Claim, told: Holder | null): Promise<Holder | null> {
      const { client_id, platform, token_index, device, registration, registered_at } = claim
      await db.query(sql.unsafe`
        insert into ops.push_tokens as t (client_id, platform, token_index, device, registration, registered_at, seen_at)
        values (${client_id}, ${platform}, ${token_index}, ${device}::uuid, ${registration}, ${registered_at}::timestamptz,
          ${registered_at}::timestamptz)
        on conflict (client_id, platform, token_index) do update set
          device = excluded.device, registration = excluded.registration, registered_at = excluded.registered_at,
          seen_at = case when t.device = excluded.device then greatest(t.seen_at, excluded.seen_at) else excluded.seen_at end
        where (t.device = excluded.device and t.registration < excluded.registration)
          or (t.device = ${told?.device ?? null}::uuid and t.registration = ${told?.registration ?? null}::int)`)
      return holderOf(claim)
    },
    /** What registrations of a device up to this one hold is nobody's. */
    async release(device: string, registration: number): Promise<void> {
      await db.query(sql.unsafe`
        delete from ops.push_tokens where device = ${device}::uuid and registration <= ${registration}`)
    },
    /** The registrations of a device that hold a token: as a rule one, or none. */
    async registrationsOf(device: string): Promise<readonly number[]> {
      return db.anyFirst(sql.type(z.object({ registration: z.int() }))`
        select registration from ops.push_tokens where device = ${device}::uuid`)
    },
  }
}
