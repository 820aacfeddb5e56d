import { randomBytes } from 'node:crypto'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import type { Migration } from '#edge/postgres/schema.ts'
import { newId } from '#values/ids.ts'

export const CHALLENGE_BYTES = 32

export const oneTimeTokenMigrations: Migration[] = [
  {
    name: 'auth-003-single-use',
    statements: [
      sql.unsafe`create table ops.challenges (
        challenge_id text primary key,
        purpose text not null,
        subject text not null,
        challenge text not null,
        expires_at timestamptz not null)`,
      sql.unsafe`create table ops.spent_tokens (digest text primary key, expires_at timestamptz not null)`,
    ],
  },
]

export type Purpose = 'nonce' | 'biometric'
export type Challenge = { challenge_id: string; challenge: string }

/** Each can be used once, on any instance. */
export type OneTimeTokens = {
  /** 32 random bytes in base64url; `subject` '' = any. */
  issue(purpose: Purpose, subject: string, expires: Date): Promise<Challenge>
  /** Null unless the challenge is valid. It is used up whatever follows. */
  consume(purpose: Purpose, challenge_id: string, now: Date): Promise<{ subject: string; challenge: string } | null>
  consumeByValue(purpose: Purpose, challenge: string, now: Date): Promise<boolean>
  /** True the first time, false until `expires`. */
  markSpent(digest: string, expires: Date): Promise<boolean>
  purge(now: Date): Promise<void>
}

const ConsumedRow = z.object({ subject: z.string(), challenge: z.string() })

export function createOneTimeTokens(db: Database): OneTimeTokens {
  return {
    async issue(purpose, subject, expires) {
      const challenge_id = newId('chl')
      const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
      await db.query(sql.unsafe`insert into ops.challenges (challenge_id, purpose, subject, challenge, expires_at)
        values (${challenge_id}, ${purpose}, ${subject}, ${challenge}, ${sql.timestamp(expires)})`)
      return { challenge_id, challenge }
    },
    consume: (purpose, challenge_id, now) =>
      db.maybeOne(sql.type(ConsumedRow)`
        with taken as (delete from ops.challenges where challenge_id = ${challenge_id} and purpose = ${purpose} returning *)
        select subject, challenge from taken where expires_at > ${sql.timestamp(now)}`),
    async consumeByValue(purpose, challenge, now) {
      const consumed = await db.maybeOne(sql.type(ConsumedRow)`
        with taken as (delete from ops.challenges where challenge = ${challenge} and purpose = ${purpose} returning *)
        select subject, challenge from taken where expires_at > ${sql.timestamp(now)}`)
      return consumed !== null
    },
    async markSpent(digest, expires) {
      const { rowCount } = await db.query(sql.unsafe`insert into ops.spent_tokens (digest, expires_at)
        values (${digest}, ${sql.timestamp(expires)}) on conflict do nothing`)
      return rowCount === 1
    },
    async purge(now) {
      const at = sql.timestamp(now)
      await db.query(sql.unsafe`delete from ops.challenges where expires_at < ${at}`)
      await db.query(sql.unsafe`delete from ops.spent_tokens where expires_at < ${at}`)
    },
  }
}
