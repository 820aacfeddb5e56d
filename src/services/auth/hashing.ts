import { Worker } from 'node:worker_threads'
import type { Done, Task } from './hashing-thread.ts'

/** argon2id in threads of low priority, so that a crowd at the login door does not slow anybody who is in already. */
export type Hashing = {
  hash(password: string): Promise<string>
  verify(password: string, stored: string): Promise<boolean>
  close(): Promise<void>
}

const THREAD = new URL('hashing-thread.ts', import.meta.url)
type Waiting = { resolve(result: string | boolean): void; reject(error: Error): void }

/** One thread, started at the first use; started again when it ended. It keeps the process alive only while it works. */
export function createHashing(): Hashing {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let last = 0

  function started(): Worker {
    if (worker !== undefined) return worker
    const fresh = new Worker(THREAD)
    worker = fresh
    fresh.unref()
    fresh.on('message', (done: Done) => {
      const { resolve, reject } = waiting.get(done.id)!
      waiting.delete(done.id)
      if (waiting.size === 0) fresh.unref()
      if ('error' in done) reject(new Error(`hashing a password: ${done.error}`))
      else resolve(done.result)
    })
    const ended = (reason: unknown) => {
      if (worker === fresh) worker = undefined
      for (const { reject } of waiting.values()) reject(new Error(`the hashing thread ended: ${reason}`))
      waiting.clear()
    }
    fresh.on('error', ended)
    fresh.on('exit', ended)
    return fresh
  }

  function ask(password: string, stored: string | null): Promise<string | boolean> {
    const id = ++last
    const thread = started()
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      thread.ref()
      thread.postMessage({ id, password, stored } satisfies Task)
    })
  }

  return {
    hash: async password => String(await ask(password, null)),
    verify: async (password, stored) => (await ask(password, stored)) === true,
    async close() {
      await worker?.terminate()
    },
  }
}
