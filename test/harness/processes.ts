import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Processes of this name that work in this folder: an embedded PostgreSQL is the server and its helpers. */
export function processesIn(folder: string, called: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => {
      try {
        const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
        return name === called && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
      } catch {
        return false
      }
    })
}

/** Stops them as if their machine had gone silent, and lets them go on afterwards, whatever happens. */
export async function whileFrozen(pids: readonly number[], work: () => Promise<void>): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    await work()
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
}
