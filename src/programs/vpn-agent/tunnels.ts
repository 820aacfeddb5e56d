import type { Client } from '#client/index.ts'
import { sessionIdOf } from '#services/vpn/credentials.ts'
import type { ListedTunnel } from './protocol.ts'

type TunnelReport = Parameters<Client['reportVpnTunnels']>[0]['body']['tunnels'][number]

/** `isEnding`: OpenVPN is ending it, which takes 5 s when the client does not react. */
type Tunnel = { report: TunnelReport; addresses: readonly string[]; isEnding: boolean }

export function createTunnels() {
  const up = new Map<string, Tunnel>()
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

  /** Returns the cids of older tunnels of the same session. */
  function open({ cid, since, username, addresses, received, sent }: ListedTunnel): string[] {
    const session_id = sessionIdOf(username)
    if (session_id === null) return []
    const older = [...up].flatMap(([other, { report }]) =>
      other !== cid && report.session_id === session_id ? [other] : [],
    )
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
    /** Replaces all tunnels by those of OpenVPN's list. Returns how many are gone. */
    reconcile(all: readonly ListedTunnel[]): number {
      const listedTunnels = new Map(all.map(({ cid, since }) => [cid, `${since}.${cid}`]))
      const missing = [...up].filter(([cid, { report }]) => listedTunnels.get(cid) !== report.tunnel)
      for (const [cid] of missing) close(cid, null)
      for (const tunnel of all) open(tunnel)
      return missing.length
    },
    sessionIdOf: (cid: string): string | null => up.get(cid)?.report.session_id ?? null,
    sessions: (): string[] => [...new Set(live().map(({ report }) => report.session_id))],
    addresses: (): ReadonlySet<string> => new Set(live().flatMap(({ addresses }) => addresses)),
    end(session_ids: readonly string[]): string[] {
      const ended = new Set(session_ids)
      const newlyEnding = [...up].filter(([, { report, isEnding }]) => !isEnding && ended.has(report.session_id))
      for (const [, tunnel] of newlyEnding) tunnel.isEnding = true
      return newlyEnding.map(([cid]) => cid)
    },
    ending: (): string[] => [...up].flatMap(([cid, { isEnding }]) => (isEnding ? [cid] : [])),
    /** Up to `max` reports, per session that of the oldest tunnel: its bytes are added before the next tunnel's. */
    take(max: number): TunnelReport[] {
      const taken = new Map<string, TunnelReport>()
      for (const report of unreported.values()) {
        if (taken.size === max) break
        if (!taken.has(report.session_id)) taken.set(report.session_id, report)
      }
      for (const { tunnel } of taken.values()) unreported.delete(tunnel)
      return [...taken.values()]
    },
    /** After a failed request. Newer reports win. */
    requeue(reports: readonly TunnelReport[]): void {
      const newer = [...unreported]
      unreported.clear()
      for (const report of reports) unreported.set(report.tunnel, report)
      for (const [tunnel, report] of newer) unreported.set(tunnel, report)
    },
    hasUnreported: () => unreported.size > 0,
  }
}
