import { sessionOf } from '#modules/vpn/credentials.ts'
import type { ListedTunnel } from './protocol.ts'

/** What the service is told of a tunnel; bytes are the device's: what the server sent came in. */
export type Report = { session_id: string; tunnel: string; is_up: boolean; bytes_in: number; bytes_out: number }

/** The tunnels of a server, by the numbers that it gives its clients, and what is yet to be told of them. */
export function createTunnels() {
  const up = new Map<string, Report>()
  /** By tunnel, in the order in which they were opened. */
  const untold = new Map<string, Report>()

  function change(cid: string, said: Partial<Report>): void {
    const report = { ...up.get(cid)!, ...said }
    up.set(cid, report)
    untold.set(report.tunnel, report)
  }

  function close(cid: string, bytes: { received: number; sent: number } | null): void {
    if (!up.has(cid)) return
    change(cid, { is_up: false, ...(bytes === null ? {} : { bytes_in: bytes.sent, bytes_out: bytes.received }) })
    up.delete(cid)
  }

  /** Answers with the older tunnels of the same session: there may be one. */
  function open({ cid, since, username, received, sent }: ListedTunnel): string[] {
    const session_id = sessionOf(username)
    if (session_id === null) return []
    const older = [...up].flatMap(([other, report]) =>
      other !== cid && report.session_id === session_id ? [other] : [],
    )
    // The clients' numbers begin anew with each start of the server.
    const tunnel = `${since}.${cid}`
    up.set(cid, { session_id, tunnel, is_up: true, bytes_in: sent, bytes_out: received })
    change(cid, {})
    return older
  }

  return {
    opened: open,
    counted(cid: string, { received, sent }: { received: number; sent: number }): void {
      if (up.has(cid)) change(cid, { bytes_in: sent, bytes_out: received })
    },
    closed: close,
    /** What the server lists is all that there is. */
    listed(all: readonly ListedTunnel[]): void {
      const there = new Set(all.map(({ cid }) => cid))
      for (const cid of up.keys()) if (!there.has(cid)) close(cid, null)
      for (const tunnel of all) {
        // Of a server that was started anew meanwhile.
        if (up.has(tunnel.cid) && up.get(tunnel.cid)!.tunnel !== `${tunnel.since}.${tunnel.cid}`)
          close(tunnel.cid, null)
        open(tunnel)
      }
    },
    sessionOf: (cid: string): string | null => up.get(cid)?.session_id ?? null,
    /** Of the sessions that have a tunnel, without repetition. */
    sessions: (): string[] => [...new Set([...up.values()].map(({ session_id }) => session_id))],
    cidsOf(session_ids: readonly string[]): string[] {
      const wanted = new Set(session_ids)
      return [...up].flatMap(([cid, { session_id }]) => (wanted.has(session_id) ? [cid] : []))
    },
    /** Up to `max` reports, of each session the one of its oldest tunnel: what that carried is added up before the next one begins. */
    take(max: number): Report[] {
      const taken = new Map<string, Report>()
      for (const report of untold.values()) {
        if (taken.size === max) break
        if (!taken.has(report.session_id)) taken.set(report.session_id, report)
      }
      for (const { tunnel } of taken.values()) untold.delete(tunnel)
      return [...taken.values()]
    },
    /** They could not be told. What was seen since counts more. */
    giveBack(reports: readonly Report[]): void {
      const newer = [...untold]
      untold.clear()
      for (const report of reports) untold.set(report.tunnel, report)
      for (const [tunnel, report] of newer) untold.set(tunnel, report)
    },
    hasUntold: () => untold.size > 0,
  }
}
