import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

export type HashTask = { id: number; password: string; stored: string | null }
export type HashResult = { id: number; result: string | boolean } | { id: number; error: string }

/** OWASP's second argon2id setting: 19 MiB, two passes, one thread. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

try {
  // On Linux a thread has its own priority, and /proc/thread-self contains its id.
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
} catch {}

parentPort?.on('message', ({ id, password, stored }: HashTask) => {
  parentPort?.postMessage(runTask(id, password, stored))
})

function runTask(id: number, password: string, stored: string | null): HashResult {
  try {
    return { id, result: stored === null ? hashSync(password, PARAMETERS) : verifySync(stored, password) }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : 'not an error' }
  }
}
