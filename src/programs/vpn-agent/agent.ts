import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Client, ServiceError } from '#client/index.ts'
import { digestOf, sessionIdOf } from '#services/vpn/credentials.ts'
import { createFirewall, createNoFirewall } from './firewall.ts'
import { connectManagement, type Management, type ServerMessage } from './management.ts'
import {
  allow,
  deny,
  halt,
  type ListedTunnel,
  type OpenVpnClientEvent,
  parseEstablishedTunnel,
  parseListedTunnel,
  parsePendingClient,
  renew,
  restart,
} from './protocol.ts'
import { createTunnels } from './tunnels.ts'

/** How often OpenVPN reports byte counts. */
const BYTECOUNT_S = 5
const RETRY_MS = 1_000
/** A refused login stays refused until an administrator acts. */
const RETRY_AFTER_REFUSAL_MS = 10_000
/** OpenVPN gives a client without an answer 60 s. */
const ADMIT_MS_MAX = 30_000
/** The service answers within 10 s; a longer request has a dead connection. */
const ATTEMPT_MS_MAX = 10_000
/** A live tunnel survives an unavailable service; its keys are renewed before the old ones end. */
const RENEW_MS_MAX = 5_000
/** How often the agent reports without news of tunnels. */
const REPORT_INTERVAL_MS = 20_000
/** Tunnels that come up together are watched by one request. */
const WATCH_DELAY_MS = 100
const REPORTS_MAX = 1_000
/** The service answers after 4 s. */
const WATCH_MS_MAX = 12_000

/** `firewallSocket` is null for a server without a firewall. */
type AgentOptions = { server_id: number; socket: string; firewallSocket: string | null }
export type AgentClient = Pick<Client, 'admitVpnTunnel' | 'reportVpnTunnels' | 'watchVpnSessions'>

/**
 * Connects an OpenVPN server to the service: admits clients, reports traffic and ends tunnels. It learns its state from
 * OpenVPN, so tunnels survive a restart of the agent and an unavailable service.
 */
export async function runAgent(
  { server_id, socket, firewallSocket }: AgentOptions,
  { service, log, ended }: { service: AgentClient; log: Logger; ended: AbortSignal },
): Promise<void> {
  const path = { id: String(server_id) }
  const tunnels = createTunnels()
  /** Password digests of admitted clients, for renewals while the service is unavailable. */
  const digests = new Map<string, string>()
  /** By client and key. A restarted server on the same socket numbers them from zero again. */
  const pendingAuths = new Map<string, OpenVpnClientEvent>()
  /** Null until OpenVPN has listed its clients: before that, known numbers may be those of an earlier server. */
  let management: Management | null = null
  /** Null while the management socket is connected. */
  let disconnectedSince: number | null = performance.now()
  /**
   * Sessions with a tunnel older than the agent, not yet checked with the service; null before OpenVPN's first list.
   */
  let uncheckedSessions: Set<string> | null = null
  let reportWaker = new AbortController()
  let watchWaker = new AbortController()
  const desiredAddresses = () => (uncheckedSessions?.size === 0 ? tunnels.addresses() : null)
  const firewall =
    firewallSocket === null
      ? createNoFirewall({ log })
      : createFirewall(firewallSocket, { desiredAddresses, log, ended })

  const wake = () => reportWaker.abort()
  const pause = (ms: number, signal = ended) =>
    delay(ms, undefined, { signal: AbortSignal.any([signal, ended]) }).catch(() => undefined)
  const retryDelayMs = (error: unknown) => (isRefusal(error) ? RETRY_AFTER_REFUSAL_MS : RETRY_MS)

  function handleMessage(message: ServerMessage, from: Management): void {
    if (message.type === 'bytes') tunnels.countBytes(message.cid, message)
    else if (message.event === 'ESTABLISHED') handleEstablished(message)
    else if (message.event === 'DISCONNECT') handleDisconnect(message)
    else void handleAuthRequest(message, from)
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
    digests.delete(cid)
    for (const [key, request] of pendingAuths) if (request.cid === cid) pendingAuths.delete(key)
    if (session_id !== null) log.info({ cid, session_id, ...bytes }, 'tunnel is gone')
  }

  async function handleAuthRequest(request: OpenVpnClientEvent, from: Management): Promise<void> {
    const key = `${request.cid} ${request.kid}`
    pendingAuths.set(key, request)
    const isPending = () => !ended.aborted && from.isOpen() && pendingAuths.get(key) === request
    const command = await decideAuth(request, isPending)
    if (!isPending()) return
    pendingAuths.delete(key)
    if (command !== null)
      await from.command(command).catch(error => log.warn({ cid: request.cid, err: error }, 'not said'))
  }

  /** The command for OpenVPN; null for none. */
  async function decideAuth(
    { event, cid, kid, env }: OpenVpnClientEvent,
    isPending: () => boolean,
  ): Promise<string | null> {
    if (kid === null) return null
    const isRenewal = event === 'REAUTH'
    const session_id = sessionIdOf(env.get('username') ?? '')
    const password_digest = digestOf(env.get('password') ?? '')
    if (session_id === null) {
      log.info({ cid }, 'denied: no name of a session')
      return deny(cid, kid)
    }
    const until = performance.now() + (isRenewal ? RENEW_MS_MAX : ADMIT_MS_MAX)
    for (;;) {
      try {
        const ms = Math.max(1, Math.min(ATTEMPT_MS_MAX, Math.ceil(until - performance.now())))
        const signal = AbortSignal.any([ended, AbortSignal.timeout(ms)])
        const { dns_servers } = await service.admitVpnTunnel(
          { path, body: { session_id, password_digest } },
          { signal },
        )
        if (!isPending()) return null
        digests.set(cid, password_digest)
        log.info({ cid, session_id }, isRenewal ? 'keys renewed' : 'let in')
        return isRenewal ? renew(cid, kid) : allow(cid, kid, dns_servers)
      } catch (error) {
        if (!isPending()) return null
        if (error instanceof ServiceError && error.code === 'VPN_005') {
          log.info({ cid, session_id }, 'denied')
          return deny(cid, kid)
        }
        const retryMs = retryDelayMs(error)
        if (until - performance.now() <= retryMs) {
          log.warn({ cid, session_id, err: error }, 'the service does not say whether a client may have a tunnel')
          return isRenewal ? renewOffline(cid, kid, session_id, password_digest) : null
        }
        await pause(retryMs)
        if (!isPending()) return null
      }
    }
  }

  /** Renews keys without the service, for a live tunnel and the same password as before. */
  function renewOffline(cid: string, kid: string, session_id: string, password_digest: string): string {
    const isKnown = tunnels.sessionIdOf(cid) === session_id
    const isSame = (digests.get(cid) ?? password_digest) === password_digest
    if (!isKnown || !isSame) return deny(cid, kid)
    log.info({ cid, session_id }, 'keys renewed unasked: its tunnel is up')
    return renew(cid, kid)
  }

  async function sendCommand(command: string): Promise<void> {
    await management?.command(command).catch(error => log.info({ err: error }, 'not done'))
  }

  /**
   * The firewall first: the kernel then drops all packets, whatever the client does. OpenVPN ends a client that ignores
   * HALT 5 s later.
   */
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
      if (!tunnels.hasUnreported()) await pause(BYTECOUNT_S * 1_000, reportWaker.signal)
      reportWaker = new AbortController()
      const reports = tunnels.take(REPORTS_MAX)
      if (reports.length === 0 && performance.now() - reportedAt < REPORT_INTERVAL_MS) continue
      try {
        const openvpn_gone_s =
          disconnectedSince === null ? 0 : Math.ceil((performance.now() - disconnectedSince) / 1_000)
        const body = { tunnels: reports, openvpn_gone_s }
        const { ended: endedSessions } = await service.reportVpnTunnels({ path, body }, { signal: ended })
        reportedAt = performance.now()
        const closing = endSessions(endedSessions)
        markChecked(reports.map(({ session_id }) => session_id))
        await closing
      } catch (error) {
        tunnels.requeue(reports)
        if (!ended.aborted) log.warn({ err: error }, 'what tunnels carry can’t be told now')
        markChecked(uncheckedSessions ?? [])
        await pause(retryDelayMs(error))
      }
    }
  }

  /**
   * A restarted agent does not name addresses of sessions that ended while it was away. The kernel keeps its addresses
   * until the service was asked about all sessions, or is unavailable.
   */
  function markChecked(session_ids: Iterable<string>): void {
    if (uncheckedSessions === null || uncheckedSessions.size === 0) return
    for (const session_id of session_ids) uncheckedSessions.delete(session_id)
    if (uncheckedSessions.size === 0) void firewall.sync()
  }

  async function watch(): Promise<void> {
    while (!ended.aborted) {
      await pause(WATCH_DELAY_MS)
      watchWaker = new AbortController()
      const sessions = tunnels.sessions()
      if (sessions.length === 0) {
        await pause(RETRY_MS, watchWaker.signal)
        continue
      }
      const signal = AbortSignal.any([watchWaker.signal, ended])
      try {
        const request = { path, body: { sessions } }
        const { ended: endedSessions } = await service.watchVpnSessions(request, { signal, timeoutMs: WATCH_MS_MAX })
        await endSessions(endedSessions)
      } catch (error) {
        if (signal.aborted) continue
        log.warn({ err: error }, 'the service does not say what ends; tunnels stay up')
        await pause(retryDelayMs(error))
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
          const pendingCids = new Set([...pendingAuths.values()].map(({ cid }) => cid))
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
        if (!isLogged) log.warn({ err: error }, 'OpenVPN can’t be talked to')
        isLogged = true
        if (isNotRunning(error)) markAllDown()
      }
      connection?.close()
      management = null
      disconnectedSince ??= performance.now()
      pendingAuths.clear()
      await pause(RETRY_MS)
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

/** No process listens on the socket. */
function isNotRunning(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ENOENT')
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && [401, 403, 404].includes(error.status)
}

function numberOf(text: string | undefined): number {
  const number = Number(text ?? '0')
  return Number.isSafeInteger(number) && number >= 0 ? number : 0
}
