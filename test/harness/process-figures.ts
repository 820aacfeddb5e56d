import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** What Linux says about a process. */

/** Clock ticks per second of /proc; a constant of the kernel's interface. */
const TICKS_PER_SECOND = 100

export function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) / 1_024
}

/** Open file descriptors, and how many of them are TCP connections to each remote port. */
export function openFiles(pid: number): { files: number; to: Map<number, number> } {
  const links = readdirSync(`/proc/${pid}/fd`).flatMap(fd => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)]
    } catch {
      return []
    }
  })
  const own = new Set(links)
  const to = new Map<number, number>()
  for (const table of ['tcp', 'tcp6'])
    for (const line of readFileSync(`/proc/${pid}/net/${table}`, 'utf8').trim().split('\n').slice(1)) {
      // Remote address and port in hex, and the socket's inode.
      const [, , remote = '', , , , , , , inode] = line.trim().split(/\s+/)
      const port = Number.parseInt(remote.split(':')[1] ?? '', 16)
      if (own.has(`socket:[${inode}]`)) to.set(port, (to.get(port) ?? 0) + 1)
    }
  return { files: links.length, to }
}

/** CPU seconds so far of a process, of its children, and of those of them that have ended. */
export function cpuSeconds(pid: number): number {
  try {
    // The fields after the name, which is in brackets and may hold anything: utime, stime, cutime, cstime.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    const own = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0) / TICKS_PER_SECOND
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return children.reduce((sum, child) => sum + cpuSeconds(Number(child)), own)
  } catch {
    return 0
  }
}

/** CPU seconds so far of the thread that runs a process's JavaScript: what one core has to find time for. */
export function mainThreadSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
