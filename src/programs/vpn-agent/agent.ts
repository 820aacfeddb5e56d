import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Client, ServiceError } from '#client/index.ts'
import { digestOf, sessionOf } from '#services/vpn/credentials.ts'
import { createFirewall, noFirewall } from './firewall.ts'
import { connectManagement, type Management, type ServerMessage } from './management.ts'
import {
  deny,
  establishedTunnel,
  halt,
  type ListedTunnel,
  letIn,
  listedTunnel,
  type OpenVpnClientEvent,
  renew,
  restart,
  waitingClient,
} from './protocol.ts'
import { createTunnels } from './tunnels.ts'

/** How often the server says what tunnels carried. */
const COUNT_S = 5
const AGAIN_AFTER_MS = 1_000
/** A login that is refused stays so until somebody mends it. */
const AGAIN_AFTER_REFUSAL_MS = 10_000
/** OpenVPN gives a client that was not answered 60 s and begins anew with it. */
const ADMIT_MS_MAX = 30_000
/** The service answers within 10 s; what takes longer is a connection that leads nowhere, and another one may do better. */
const ATTEMPT_MS_MAX = 10_000
/** A tunnel that is up outlives a service that does not answer; its keys are to be renewed before the old ones end. */
const RENEW_MS_MAX = 5_000
/** How often the service hears of the server where there is nothing new of its tunnels. */
const ALIVE_MS = 20_000
/** Tunnels that come up at once are watched together. */
const TOGETHER_MS = 100
const REPORTS_MAX = 1_000
/** The service answers after 4 s. */
const WATCH_MS_MAX = 12_000

/** Where the server's management socket is, and that of the firewall; null where the server was set up without one. */
type Place = { server_id: number; socket: string; firewallSocket: string | null }
/** What an agent asks and tells. */
export type AgentClient = Pick<Client, 'admitVpnTunnel' | 'reportVpnTunnels' | 'watchVpnSessions'>

/**
 * Stands between an OpenVPN server and the service: who may have a tunnel, what it carries, and which are to end. What it knows it can learn anew
 * from the server: tunnels outlive it, and they outlive the service being away.
 */
export async function runAgent(
  { server_id, socket, firewallSocket }: Place,
  { service, log, ended }: { service: AgentClient; log: Logger; ended: AbortSignal },
): Promise<void> {
  const path = { id: String(server_id) }
  const tunnels = createTunnels()
  /** What clients that are in showed, for when the service can't be asked. */
  const digests = new Map<string, string>()
  /** Questions that are not answered yet, by client and key. A server that is restarted with its socket open numbers them from nothing again. */
  const questions = new Map<string, OpenVpnClientEvent>()
  /** Null until it has listed its clients: before that, the numbers that are known may be those of a server that was there before. */
  let management: Management | null = null
  /** Since when there is no connection to the management socket; null while there is one. */
  let goneSince: number | null = performance.now()
  /**
   * Sessions whose tunnels were there before the agent, of which the service was not asked yet; null before OpenVPN has
   * listed them.
   */
  let notAsked: Set<string> | null = null
  let waker = new AbortController()
  let opening = new AbortController()
  const wanted = () => (notAsked?.size === 0 ? tunnels.addresses() : null)
  const firewall =
    firewallSocket === null ? noFirewall({ log }) : createFirewall(firewallSocket, { wanted, log, ended })

  const wake = () => waker.abort()
  const pause = (ms: number, signal = ended) =>
    delay(ms, undefined, { signal: AbortSignal.any([signal, ended]) }).catch(() => undefined)
  const waitAfter = (error: unknown) => (isRefusal(error) ? AGAIN_AFTER_REFUSAL_MS : AGAIN_AFTER_MS)

  function told(message: ServerMessage, by: Management): void {
    if (message.type === 'bytes') tunnels.counted(message.cid, message)
    else if (message.event === 'ESTABLISHED') opened(message)
    else if (message.event === 'DISCONNECT') closed(message)
    else void answer(message, by)
    if (tunnels.hasUntold()) wake()
  }

  function opened(message: OpenVpnClientEvent): void {
    const tunnel = establishedTunnel(message)
    const { cid, username } = tunnel
    const older = tunnels.opened(tunnel)
    void firewall.sync()
    log.info({ cid, session_id: sessionOf(username) }, 'tunnel is up')
    // The server itself drops them, unless somebody lets it have several of one name.
    for (const other of older) void say(halt(other))
    opening.abort()
  }

  function closed({ cid, env }: OpenVpnClientEvent): void {
    const session_id = tunnels.sessionOf(cid)
    const bytes = { received: numberOf(env.get('bytes_received')), sent: numberOf(env.get('bytes_sent')) }
    tunnels.closed(cid, bytes)
    void firewall.sync()
    digests.delete(cid)
    for (const [question, asked] of questions) if (asked.cid === cid) questions.delete(question)
    if (session_id !== null) log.info({ cid, session_id, ...bytes }, 'tunnel is gone')
  }

  /** A client wants in, or its keys are to be renewed. */
  async function answer(asked: OpenVpnClientEvent, by: Management): Promise<void> {
    const question = `${asked.cid} ${asked.kid}`
    questions.set(question, asked)
    const isOpen = () => !ended.aborted && by.isOpen() && questions.get(question) === asked
    const command = await verdict(asked, isOpen)
    if (!isOpen()) return
    questions.delete(question)
    if (command !== null) await by.command(command).catch(error => log.warn({ cid: asked.cid, err: error }, 'not said'))
  }

  /** What is to be said to a client; null where nothing is. */
  async function verdict({ event, cid, kid, env }: OpenVpnClientEvent, isOpen: () => boolean): Promise<string | null> {
    if (kid === null) return null
    const isRenewal = event === 'REAUTH'
    const session_id = sessionOf(env.get('username') ?? '')
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
        if (!isOpen()) return null
        digests.set(cid, password_digest)
        log.info({ cid, session_id }, isRenewal ? 'keys renewed' : 'let in')
        return isRenewal ? renew(cid, kid) : letIn(cid, kid, dns_servers)
      } catch (error) {
        if (!isOpen()) return null
        if (error instanceof ServiceError && error.code === 'VPN_005') {
          log.info({ cid, session_id }, 'denied')
          return deny(cid, kid)
        }
        const againMs = waitAfter(error)
        if (until - performance.now() <= againMs) {
          log.warn({ cid, session_id, err: error }, 'the service does not say whether a client may have a tunnel')
          return isRenewal ? unasked(cid, kid, session_id, password_digest) : null
        }
        await pause(againMs)
        if (!isOpen()) return null
      }
    }
  }

  /** New keys while the service is away: for the tunnel that is up, and whoever shows what they showed before. */
  function unasked(cid: string, kid: string, session_id: string, password_digest: string): string {
    const isKnown = tunnels.sessionOf(cid) === session_id
    const isSame = (digests.get(cid) ?? password_digest) === password_digest
    if (!isKnown || !isSame) return deny(cid, kid)
    log.info({ cid, session_id }, 'keys renewed unasked: its tunnel is up')
    return renew(cid, kid)
  }

  async function say(command: string): Promise<void> {
    await management?.command(command).catch(error => log.info({ err: error }, 'not done'))
  }

  /** The kernel first: from then on nothing is carried, whatever the client does. OpenVPN ends a client that ignores HALT 5 s later. */
  async function end(session_ids: readonly string[]): Promise<void> {
    const cids = tunnels.end(session_ids)
    if (cids.length === 0) return
    await firewall.sync()
    for (const cid of cids) log.info({ cid, session_id: tunnels.sessionOf(cid) }, 'session is over: its tunnel ends')
    await Promise.all(cids.map(cid => say(halt(cid))))
  }

  async function report(): Promise<void> {
    let reportedAt = Number.NEGATIVE_INFINITY
    while (!ended.aborted) {
      if (!tunnels.hasUntold()) await pause(COUNT_S * 1_000, waker.signal)
      waker = new AbortController()
      const reports = tunnels.take(REPORTS_MAX)
      if (reports.length === 0 && performance.now() - reportedAt < ALIVE_MS) continue
      try {
        const openvpn_gone_s = goneSince === null ? 0 : Math.ceil((performance.now() - goneSince) / 1_000)
        const body = { tunnels: reports, openvpn_gone_s }
        const { ended: over } = await service.reportVpnTunnels({ path, body }, { signal: ended })
        reportedAt = performance.now()
        const ending = end(over)
        asked(reports.map(({ session_id }) => session_id))
        await ending
      } catch (error) {
        tunnels.giveBack(reports)
        if (!ended.aborted) log.warn({ err: error }, 'what tunnels carry can’t be told now')
        asked(notAsked ?? [])
        await pause(waitAfter(error))
      }
    }
  }

  /**
   * An agent that was restarted names no address of a session that ended meanwhile; the kernel keeps those that it has
   * until the service was asked of all sessions, or can't be asked.
   */
  function asked(session_ids: Iterable<string>): void {
    if (notAsked === null || notAsked.size === 0) return
    for (const session_id of session_ids) notAsked.delete(session_id)
    if (notAsked.size === 0) void firewall.sync()
  }

  async function watch(): Promise<void> {
    while (!ended.aborted) {
      await pause(TOGETHER_MS)
      opening = new AbortController()
      const sessions = tunnels.sessions()
      if (sessions.length === 0) {
        await pause(AGAIN_AFTER_MS, opening.signal)
        continue
      }
      const signal = AbortSignal.any([opening.signal, ended])
      try {
        const asked = { path, body: { sessions } }
        const { ended: over } = await service.watchVpnSessions(asked, { signal, timeoutMs: WATCH_MS_MAX })
        await end(over)
      } catch (error) {
        if (signal.aborted) continue
        log.warn({ err: error }, 'the service does not say what ends; tunnels stay up')
        await pause(waitAfter(error))
      }
    }
  }

  async function manage(): Promise<void> {
    let isSaid = false
    while (!ended.aborted) {
      let connection: Management | null = null
      try {
        const connected = await connectManagement(socket, message => told(message, connected))
        connection = connected
        const close = () => connected.close()
        ended.addEventListener('abort', close)
        void connected.gone.then(() => ended.removeEventListener('abort', close))
        await connected.command(`bytecount ${COUNT_S}`)
        await connected.list('status 3', lines => {
          const all = lines.flatMap(line => listedTunnel(line) ?? [])
          notAsked ??= new Set(all.flatMap(({ username }) => sessionOf(username) ?? []))
          listed(all)
          management = connected
          goneSince = null
          for (const cid of tunnels.ending()) void say(halt(cid))
          // OpenVPN asked about them while no agent was connected, and does not ask again: they would wait for a
          // minute.
          const asked = new Set([...questions.values()].map(({ cid }) => cid))
          for (const cid of lines.flatMap(line => waitingClient(line) ?? []))
            if (!asked.has(cid)) void say(restart(cid))
          opening.abort()
          wake()
        })
        isSaid = false
        log.info({ tunnels: tunnels.sessions().length }, 'connected to OpenVPN')
        await connected.gone
        if (!ended.aborted) log.warn('OpenVPN closed its management socket')
      } catch (error) {
        if (!isSaid) log.warn({ err: error }, 'OpenVPN can’t be talked to')
        isSaid = true
        if (isNotRunning(error)) noneIsUp()
      }
      connection?.close()
      management = null
      goneSince ??= performance.now()
      questions.clear()
      await pause(AGAIN_AFTER_MS)
    }
  }

  /** A server that is not running has no tunnels. */
  function noneIsUp(): void {
    listed([])
    if (tunnels.hasUntold()) wake()
  }

  function listed(all: readonly ListedTunnel[]): void {
    const gone = tunnels.listed(all)
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
