import { Worker } from 'node:worker_threads'
import type { HashResult, HashTask } from './hashing-thread.ts'

const THREAD = new URL('hashing-thread.ts', import.meta.url)
type PendingTask = { resolve(result: string | boolean): void; reject(error: Error): void }

export type PasswordHasher = ReturnType<typeof createPasswordHasher>

/**
 * argon2id in a low-priority thread, so that a burst of logins does not slow other requests. The thread starts at first
 * use, and again after it has ended. It keeps the process alive only while it works.
 */
export function createPasswordHasher() {
  const pending = new Map<number, PendingTask>()
  let worker: Worker | undefined
  let lastId = 0

  function getWorker(): Worker {
    if (worker !== undefined) return worker
    const fresh = new Worker(THREAD)
    worker = fresh
    fresh.unref()
    fresh.on('message', (done: HashResult) => {
      const { resolve, reject } = pending.get(done.id)!
      pending.delete(done.id)
      if (pending.size === 0) fresh.unref()
      if ('error' in done) reject(new Error(`hashing a password: ${done.error}`))
      else resolve(done.result)
    })
    const ended = (reason: unknown) => {
      if (worker === fresh) worker = undefined
      for (const { reject } of pending.values()) reject(new Error(`the hashing thread ended: ${reason}`))
      pending.clear()
    }
    fresh.on('error', ended)
    fresh.on('exit', ended)
    return fresh
  }

  function run(password: string, stored: string | null): Promise<string | boolean> {
    const id = ++lastId
    const thread = getWorker()
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject })
      thread.ref()
      thread.postMessage({ id, password, stored } satisfies HashTask)
    })
  }

  return {
    hash: async (password: string) => String(await run(password, null)),
    verify: async (password: string, stored: string) => (await run(password, stored)) === true,
    async close() {
      await worker?.terminate()
    },
  }
}
