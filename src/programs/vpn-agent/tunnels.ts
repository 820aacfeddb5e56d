import { sessionIdOf } from '#services/vpn/credentials.ts'
import type { ListedTunnel } from './protocol.ts'

/** What the service is told of a tunnel; bytes are the device's: what the server sent came in. */
export type TunnelReport = { session_id: string; tunnel: string; is_up: boolean; bytes_in: number; bytes_out: number }

/** `isEnding`: its session is over and OpenVPN was asked to end it, which takes 5 s where the client does not listen. */
type Tunnel = { report: TunnelReport; addresses: readonly string[]; isEnding: boolean }

/** The tunnels of a server, by the numbers that it gives its clients, and what is yet to be told of them. */
export function createTunnels() {
  const up = new Map<string, Tunnel>()
  /** By tunnel, in the order in which they were opened. */
  const unreported = new Map<string, TunnelReport>()

  function change(cid: string, changes: Partial<TunnelReport>): void {
    const tunnel = up.get(cid)!
    tunnel.report = { ...tunnel.report, ...changes }
    unreported.set(tunnel.report.tunnel, tunnel.report)
  }

  function close(cid: string, bytes: { received: number; sent: number } | null): void {
    if (!up.has(cid)) return
    change(cid, { is_up: false, ...(bytes === null ? {} : { bytes_in: bytes.sent, bytes_out: bytes.received }) })
    up.delete(cid)
  }

  /** Answers with the older tunnels of the same session: there may be one. */
  function open({ cid, since, username, addresses, received, sent }: ListedTunnel): string[] {
    const session_id = sessionIdOf(username)
    if (session_id === null) return []
    const older = [...up].flatMap(([other, { report }]) =>
      other !== cid && report.session_id === session_id ? [other] : [],
    )
    // The clients' numbers begin anew with each start of the server.
    const tunnel = `${since}.${cid}`
    const before = up.get(cid)
    const isEnding = before?.report.tunnel === tunnel && before.isEnding
    const report = { session_id, tunnel, is_up: true, bytes_in: sent, bytes_out: received }
    up.set(cid, { report, addresses, isEnding })
    change(cid, {})
    return older
  }

  const live = () => [...up.values()].filter(({ isEnding }) => !isEnding)

  return {
    open,
    countBytes(cid: string, { received, sent }: { received: number; sent: number }): void {
      if (up.has(cid)) change(cid, { bytes_in: sent, bytes_out: received })
    },
    close,
    /** What the server lists is all that there is. Returns how many tunnels are gone. */
    reconcile(all: readonly ListedTunnel[]): number {
      // A server that was started again gives the numbers again.
      const listedTunnels = new Map(all.map(({ cid, since }) => [cid, `${since}.${cid}`]))
      const missing = [...up].filter(([cid, { report }]) => listedTunnels.get(cid) !== report.tunnel)
      for (const [cid] of missing) close(cid, null)
      for (const tunnel of all) open(tunnel)
      return missing.length
    },
    sessionIdOf: (cid: string): string | null => up.get(cid)?.report.session_id ?? null,
    /** The sessions of the tunnels that are not ending, without repetition. */
    sessions: (): string[] => [...new Set(live().map(({ report }) => report.session_id))],
    /** The addresses of the tunnels that are not ending. */
    addresses: (): ReadonlySet<string> => new Set(live().flatMap(({ addresses }) => addresses)),
    /** Marks the tunnels of sessions as ending. Returns the numbers of those that were not. */
    end(session_ids: readonly string[]): string[] {
      const ended = new Set(session_ids)
      const newlyEnding = [...up].filter(([, { report, isEnding }]) => !isEnding && ended.has(report.session_id))
      for (const [, tunnel] of newlyEnding) tunnel.isEnding = true
      return newlyEnding.map(([cid]) => cid)
    },
    /** The numbers of the tunnels that are ending. */
    ending: (): string[] => [...up].flatMap(([cid, { isEnding }]) => (isEnding ? [cid] : [])),
    /** Up to `max` reports, of each session the one of its oldest tunnel: what that carried is added up before the next one begins. */
    take(max: number): TunnelReport[] {
      const taken = new Map<string, TunnelReport>()
      for (const report of unreported.values()) {
        if (taken.size === max) break
        if (!taken.has(report.session_id)) taken.set(report.session_id, report)
      }
      for (const { tunnel } of taken.values()) unreported.delete(tunnel)
      return [...taken.values()]
    },
    /** They could not be told. What was seen since counts more. */
    requeue(reports: readonly TunnelReport[]): void {
      const newer = [...unreported]
      unreported.clear()
      for (const report of reports) unreported.set(report.tunnel, report)
      for (const [tunnel, report] of newer) unreported.set(tunnel, report)
    },
    hasUnreported: () => unreported.size > 0,
  }
}
