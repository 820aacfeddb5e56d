import { availableParallelism } from 'node:os'
import { Rejection } from '#values/errors.ts'
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts'

/** How a hash begins that was made with today's parameters (hashing-thread.ts). */
const CURRENT_PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$'

/** Bytes of UTF-8 after NFKC; argon2 itself has no limit, a megabyte of password is an attack. */
export const PASSWORD_BYTES_MAX = 256
/** For passwords that are chosen here; what is merely tried may be shorter. */
export const PASSWORD_LENGTH_MIN = 12

/** Hashes at the same time: one core stays with the event loop. */
const HASH_CONCURRENCY = Math.max(1, Math.min(4, availableParallelism() - 1))
const QUEUED_MAX = 32
const RETRY_AFTER_S = 2

/** A hash of nothing anybody knows: an unknown user costs the same time as a known one. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$xWFzM1D97/7g+or5sql2hA$nceLxh4Ovh1B7scc34N+5vxttirwDhqBuJN7PReZtGs'

export type Passwords = {
  hash(password: string): Promise<string>
  /** Throws SERVICE_UNAVAILABLE when too many wait already: who is going to be turned away should cost nothing first. */
  assertCapacity(): void
  /** Compares with a stored hash; null = nobody's, takes as long and is false. Throws SERVICE_UNAVAILABLE when too many wait. */
  matches(password: string, stored: string | null): Promise<boolean>
  /** Hashes computed since the start, for metrics and tests. */
  computed(): number
  close(): Promise<void>
}

/** Whether `stored` was made with other parameters than today's. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(CURRENT_PREFIX)
}

/** One text for all the ways a keyboard writes the same password. */
export function normalisePassword(password: string): string {
  return password.normalize('NFKC')
}

/** argon2id behind a gate: hashing is the most expensive thing a stranger can ask for. */
export function createPasswords(limits = { concurrency: HASH_CONCURRENCY, queuedMax: QUEUED_MAX }): Passwords {
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
    // Whoever finishes hands its place to the one that waited longest.
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
    assertCapacity,
    hash: password => withThread(thread => thread.hash(normalisePassword(password))),
    matches: (password, stored) =>
      withThread(async thread => {
        const isMatch = await thread.verify(normalisePassword(password), stored ?? DUMMY_HASH)
        return isMatch && stored !== null
      }),
    computed: () => computed,
    async close() {
      await Promise.all(threads.map(thread => thread.close()))
    },
  }
}
