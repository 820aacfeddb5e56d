import { availableParallelism } from 'node:os'
import { z } from 'zod'
import type { Vault } from '#edge/vault/vault.ts'
import { userSubject } from '#privacy/user-id.ts'
import { Rejection } from '#values/errors.ts'
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts'

/** The prefix of hashes with current parameters (hashing-thread.ts). */
const CURRENT_PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$'

/** Bytes of UTF-8 after NFKC; argon2 has no limit of its own. */
export const PASSWORD_BYTES_MAX = 256
/** For new passwords only. */
export const PASSWORD_LENGTH_MIN = 12

/** A longer password is not normalised: that takes quadratic time in a run of accents, minutes for a megabyte. */
export const TypedPassword = z
  .string()
  .min(1)
  .max(PASSWORD_BYTES_MAX, { abort: true })
  .refine(
    text => Buffer.byteLength(normalisePassword(text)) <= PASSWORD_BYTES_MAX,
    `must be at most ${PASSWORD_BYTES_MAX} bytes of UTF-8`,
  )
/** For passwords that are set; one that is only checked may be shorter. */
export const ChosenPassword = TypedPassword.min(PASSWORD_LENGTH_MIN)
export const NEW_PASSWORD = `The new password: at least ${PASSWORD_LENGTH_MIN} characters, at most ${PASSWORD_BYTES_MAX} bytes of UTF-8.`

/** One core is left to the event loop. */
const HASH_CONCURRENCY = Math.max(1, Math.min(4, availableParallelism() - 1))
const QUEUED_MAX = 32
const RETRY_AFTER_S = 2

/** The hash of an unknown password, so that an unknown user takes the same time. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$xWFzM1D97/7g+or5sql2hA$nceLxh4Ovh1B7scc34N+5vxttirwDhqBuJN7PReZtGs'

export type Passwords = ReturnType<typeof createPasswords>

export function isOutdated(stored: string): boolean {
  return !stored.startsWith(CURRENT_PREFIX)
}

/** Keyboards write the same password in different forms. */
function normalisePassword(password: string): string {
  return password.normalize('NFKC')
}

export async function sealPassword(
  { vault, passwords }: { vault: Pick<Vault, 'seal'>; passwords: Pick<Passwords, 'hash'> },
  user_id: string,
  password: string,
): Promise<string> {
  return vault.seal(userSubject(user_id), `${user_id}|password`, await passwords.hash(password))
}

/** Limits concurrent hashing, the most expensive work that an anonymous caller can cause. */
export function createPasswords(limits = { concurrency: HASH_CONCURRENCY, queuedMax: QUEUED_MAX }) {
  const threads = Array.from({ length: limits.concurrency }, createPasswordHasher)
  const idle = [...threads]
  const waiting: (() => void)[] = []
  let running = 0
  let computed = 0

  function assertCapacity(): void {
    if (running >= limits.concurrency && waiting.length >= limits.queuedMax)
      throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'too many logins at once' }, { retryAfterS: RETRY_AFTER_S })
  }

  async function withThread<T>(work: (thread: PasswordHasher) => Promise<T>): Promise<T> {
    assertCapacity()
    if (running < limits.concurrency) running += 1
    // The finished task passes its slot to the oldest waiting one.
    else await new Promise<void>(resolve => waiting.push(resolve))
    const thread = idle.pop()!
    try {
      computed += 1
      return await work(thread)
    } finally {
      idle.push(thread)
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }

  return {
    /** Errors: SERVICE_UNAVAILABLE while the queue is full. Called first, so that a refused login costs nothing. */
    assertCapacity,
    hash: (password: string) => withThread(thread => thread.hash(normalisePassword(password))),
    /** Without a stored hash: false after the same time. Errors: SERVICE_UNAVAILABLE while the queue is full. */
    matches: (password: string, stored: string | null) =>
      withThread(async thread => {
        const isMatch = await thread.verify(normalisePassword(password), stored ?? DUMMY_HASH)
        return isMatch && stored !== null
      }),
    /** Number of hashes since the start. */
    computed: () => computed,
    async close() {
      await Promise.all(threads.map(thread => thread.close()))
    },
  }
}
