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
  try {
    for (const pid of pids) send(pid, 'SIGSTOP')
    await work()
  } finally {
    for (const pid of pids) send(pid, 'SIGCONT')
  }
}

/** One that ended by itself needs no signal: PostgreSQL has a process per connection. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
