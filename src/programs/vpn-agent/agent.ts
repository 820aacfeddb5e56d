import type { Logger } from 'pino'
import type { Client } from '#client/index.ts'
import { sessionIdOf } from '#services/vpn/credentials.ts'
import { createClientAuth } from './client-auth.ts'
import { createFirewall, createNoFirewall } from './firewall.ts'
import { connectManagement, type Management, type ServerMessage } from './management.ts'
import {
  halt,
  type ListedTunnel,
  type OpenVpnClientEvent,
  parseEstablishedTunnel,
  parseListedTunnel,
  parsePendingClient,
  restart,
} from './protocol.ts'
import { pause, RETRY_MS, retryDelayMs } from './retry.ts'
import { createTunnels } from './tunnels.ts'

const BYTECOUNT_S = 5
const REPORT_INTERVAL_MS = 20_000
/** Tunnels that come up together are watched by one request. */
const WATCH_DELAY_MS = 100
const REPORTS_MAX = 1_000
/** The service answers after 4 s. */
const WATCH_MS_MAX = 12_000

type AgentOptions = { server_id: number; socket: string; firewallSocket: string | null }
export type AgentClient = Pick<Client, 'admitVpnTunnel' | 'reportVpnTunnels' | 'watchVpnSessions'>

/** Its state comes from OpenVPN, so tunnels survive a restart of the agent and an unavailable service. */
export async function runAgent(
  { server_id, socket, firewallSocket }: AgentOptions,
  { service, log, ended }: { service: AgentClient; log: Logger; ended: AbortSignal },
): Promise<void> {
  const path = { id: String(server_id) }
  const tunnels = createTunnels()
  const clientAuth = createClientAuth({ path, service, sessionIdOf: tunnels.sessionIdOf, log, ended })
  /** Null until OpenVPN has listed its clients: before that, known numbers may be those of an earlier server. */
  let management: Management | null = null
  let disconnectedSince: number | null = performance.now()
  /** Sessions with a tunnel older than the agent, unknown to the service yet; null before OpenVPN's first list. */
  let uncheckedSessions: Set<string> | null = null
  let reportWaker = new AbortController()
  let watchWaker = new AbortController()
  const desiredAddresses = () => (uncheckedSessions?.size === 0 ? tunnels.addresses() : null)
  const firewall =
    firewallSocket === null
      ? createNoFirewall({ log })
      : createFirewall(firewallSocket, { desiredAddresses, log, ended })

  const wake = () => reportWaker.abort()

  function handleMessage(message: ServerMessage, from: Management): void {
    if (message.type === 'bytes') tunnels.countBytes(message.cid, message)
    else if (message.event === 'ESTABLISHED') handleEstablished(message)
    else if (message.event === 'DISCONNECT') handleDisconnect(message)
    else void clientAuth.handle(message, from)
    if (tunnels.hasUnreported()) wake()
  }

  function handleEstablished(message: OpenVpnClientEvent): void {
    const tunnel = parseEstablishedTunnel(message)
    const { cid, username } = tunnel
    const older = tunnels.open(tunnel)
    void firewall.sync()
    log.info({ cid, session_id: sessionIdOf(username) }, 'tunnel is up')
    // OpenVPN ends them itself unless `duplicate-cn` is set.
    for (const other of older) void sendCommand(halt(other))
    watchWaker.abort()
  }

  function handleDisconnect({ cid, env }: OpenVpnClientEvent): void {
    const session_id = tunnels.sessionIdOf(cid)
    const bytes = { received: numberOf(env.get('bytes_received')), sent: numberOf(env.get('bytes_sent')) }
    tunnels.close(cid, bytes)
    void firewall.sync()
    clientAuth.forget(cid)
    if (session_id !== null) log.info({ cid, session_id, ...bytes }, 'tunnel is gone')
  }

  async function sendCommand(command: string): Promise<void> {
    await management?.command(command).catch(error => log.info({ err: error }, 'OpenVPN did not take a command'))
  }

  /** The firewall first: the kernel drops packets at once, OpenVPN ends a client that ignores HALT 5 s later. */
  async function endSessions(session_ids: readonly string[]): Promise<void> {
    const cids = tunnels.end(session_ids)
    if (cids.length === 0) return
    await firewall.sync()
    for (const cid of cids) log.info({ cid, session_id: tunnels.sessionIdOf(cid) }, 'session is over: its tunnel ends')
    await Promise.all(cids.map(cid => sendCommand(halt(cid))))
  }

  async function report(): Promise<void> {
    let reportedAt = Number.NEGATIVE_INFINITY
    while (!ended.aborted) {
      if (!tunnels.hasUnreported()) await pause(BYTECOUNT_S * 1_000, reportWaker.signal, ended)
      reportWaker = new AbortController()
      const reports = tunnels.take(REPORTS_MAX)
      if (reports.length === 0 && performance.now() - reportedAt < REPORT_INTERVAL_MS) continue
      try {
        const openvpn_gone_s =
          disconnectedSince === null ? 0 : Math.ceil((performance.now() - disconnectedSince) / 1_000)
        const body = { tunnels: reports, openvpn_gone_s }
        const over = await service.reportVpnTunnels({ path, body }, { signal: ended })
        reportedAt = performance.now()
        const closing = endSessions(over.ended)
        markChecked(reports.map(({ session_id }) => session_id))
        await closing
      } catch (error) {
        tunnels.requeue(reports)
        if (!ended.aborted) log.warn({ err: error }, 'tunnels could not be reported')
        markChecked(uncheckedSessions ?? [])
        await pause(retryDelayMs(error), ended)
      }
    }
  }

  /**
   * A restarted agent names no address of an ended session. The kernel keeps its addresses until the service was asked
   * about all sessions, or is unavailable.
   */
  function markChecked(session_ids: Iterable<string>): void {
    if (uncheckedSessions === null || uncheckedSessions.size === 0) return
    for (const session_id of session_ids) uncheckedSessions.delete(session_id)
    if (uncheckedSessions.size === 0) void firewall.sync()
  }

  async function watch(): Promise<void> {
    while (!ended.aborted) {
      await pause(WATCH_DELAY_MS, ended)
      watchWaker = new AbortController()
      const sessions = tunnels.sessions()
      if (sessions.length === 0) {
        await pause(RETRY_MS, watchWaker.signal, ended)
        continue
      }
      const signal = AbortSignal.any([watchWaker.signal, ended])
      try {
        const request = { path, body: { sessions } }
        const over = await service.watchVpnSessions(request, { signal, timeoutMs: WATCH_MS_MAX })
        await endSessions(over.ended)
      } catch (error) {
        if (signal.aborted) continue
        log.warn({ err: error }, 'the service does not report ended sessions; tunnels stay up')
        await pause(retryDelayMs(error), ended)
      }
    }
  }

  async function manage(): Promise<void> {
    let isLogged = false
    while (!ended.aborted) {
      let connection: Management | null = null
      try {
        const connected = await connectManagement(socket, message => handleMessage(message, connected))
        connection = connected
        const close = () => connected.close()
        ended.addEventListener('abort', close)
        void connected.closed.then(() => ended.removeEventListener('abort', close))
        await connected.command(`bytecount ${BYTECOUNT_S}`)
        await connected.list('status 3', lines => {
          const all = lines.flatMap(line => parseListedTunnel(line) ?? [])
          uncheckedSessions ??= new Set(all.flatMap(({ username }) => sessionIdOf(username) ?? []))
          reconcile(all)
          management = connected
          disconnectedSince = null
          for (const cid of tunnels.ending()) void sendCommand(halt(cid))
          // OpenVPN asked while no agent was connected, and does not ask again: these clients would wait for a minute.
          const pendingCids = clientAuth.pendingCids()
          for (const cid of lines.flatMap(line => parsePendingClient(line) ?? []))
            if (!pendingCids.has(cid)) void sendCommand(restart(cid))
          watchWaker.abort()
          wake()
        })
        isLogged = false
        log.info({ tunnels: tunnels.sessions().length }, 'connected to OpenVPN')
        await connected.closed
        if (!ended.aborted) log.warn('OpenVPN closed its management socket')
      } catch (error) {
        if (!isLogged) log.warn({ err: error }, 'OpenVPN cannot be reached')
        isLogged = true
        if (isNotRunning(error)) markAllDown()
      }
      connection?.close()
      management = null
      disconnectedSince ??= performance.now()
      clientAuth.clearPending()
      await pause(RETRY_MS, ended)
    }
  }

  function markAllDown(): void {
    reconcile([])
    if (tunnels.hasUnreported()) wake()
  }

  function reconcile(all: readonly ListedTunnel[]): void {
    const gone = tunnels.reconcile(all)
    if (gone > 0) log.warn({ tunnels: gone }, 'tunnels went down while OpenVPN was not reached')
    void firewall.sync()
  }

  await Promise.all([manage(), report(), watch(), firewall.run()])
}

function isNotRunning(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ENOENT')
}

function numberOf(text: string | undefined): number {
  const number = Number(text ?? '0')
  return Number.isSafeInteger(number) && number >= 0 ? number : 0
}
