import type { Logger } from 'pino'
import { type Client, ServiceError } from '#client/index.ts'
import { digestOf, sessionIdOf } from '#services/vpn/credentials.ts'
import type { Management } from './management.ts'
import { allow, deny, type OpenVpnClientEvent, renew } from './protocol.ts'
import { pause, retryDelayMs } from './retry.ts'

/** OpenVPN gives a client without an answer 60 s. */
const ADMIT_MS_MAX = 30_000
/** The service answers within 10 s; a longer request has a dead connection. */
const ATTEMPT_MS_MAX = 10_000
/** A live tunnel survives an unavailable service; its keys are renewed before the old ones end. */
const RENEW_MS_MAX = 5_000

type Parts = {
  path: { id: string }
  service: Pick<Client, 'admitVpnTunnel'>
  sessionIdOf(cid: string): string | null
  log: Logger
  ended: AbortSignal
}

export function createClientAuth({ path, service, sessionIdOf: sessionOfTunnel, log, ended }: Parts) {
  /** Password digests of admitted clients, for renewals while the service is unavailable. */
  const digests = new Map<string, string>()
  /** By client and key. A restarted server on the same socket numbers them from zero again. */
  const pending = new Map<string, OpenVpnClientEvent>()

  async function handle(request: OpenVpnClientEvent, from: Management): Promise<void> {
    const key = `${request.cid} ${request.kid}`
    pending.set(key, request)
    const isPending = () => !ended.aborted && from.isOpen() && pending.get(key) === request
    const command = await decideAuth(request, isPending)
    if (!isPending()) return
    pending.delete(key)
    if (command === null) return
    await from.command(command).catch(err => log.warn({ cid: request.cid, err }, 'OpenVPN did not take the decision'))
  }

  async function decideAuth(
    { event, cid, kid, env }: OpenVpnClientEvent,
    isPending: () => boolean,
  ): Promise<string | null> {
    if (kid === null) return null
    const isRenewal = event === 'REAUTH'
    const session_id = sessionIdOf(env.get('username') ?? '')
    const password_digest = digestOf(env.get('password') ?? '')
    if (session_id === null) {
      log.info({ cid }, 'denied: the user name is no session')
      return deny(cid, kid)
    }
    const until = performance.now() + (isRenewal ? RENEW_MS_MAX : ADMIT_MS_MAX)
    for (;;) {
      try {
        const ms = Math.max(1, Math.min(ATTEMPT_MS_MAX, Math.ceil(until - performance.now())))
        const signal = AbortSignal.any([ended, AbortSignal.timeout(ms)])
        const body = { session_id, password_digest }
        const { dns_servers } = await service.admitVpnTunnel({ path, body }, { signal })
        if (!isPending()) return null
        digests.set(cid, password_digest)
        log.info({ cid, session_id }, isRenewal ? 'keys renewed' : 'admitted')
        return isRenewal ? renew(cid, kid) : allow(cid, kid, dns_servers)
      } catch (error) {
        if (!isPending()) return null
        if (error instanceof ServiceError && error.code === 'VPN_005') {
          log.info({ cid, session_id }, 'denied')
          return deny(cid, kid)
        }
        const retryMs = retryDelayMs(error)
        if (until - performance.now() <= retryMs) {
          log.warn({ cid, session_id, err: error }, 'the service did not decide whether a client may have a tunnel')
          return isRenewal ? renewOffline(cid, kid, session_id, password_digest) : null
        }
        await pause(retryMs, ended)
        if (!isPending()) return null
      }
    }
  }

  function renewOffline(cid: string, kid: string, session_id: string, password_digest: string): string {
    const isKnown = sessionOfTunnel(cid) === session_id
    const isSame = (digests.get(cid) ?? password_digest) === password_digest
    if (!isKnown || !isSame) return deny(cid, kid)
    log.info({ cid, session_id }, 'keys renewed without the service: the tunnel is up')
    return renew(cid, kid)
  }

  return {
    handle,
    pendingCids: () => new Set([...pending.values()].map(({ cid }) => cid)),
    clearPending: () => pending.clear(),
    forget(cid: string): void {
      digests.delete(cid)
      for (const [key, request] of pending) if (request.cid === cid) pending.delete(key)
    },
  }
}
