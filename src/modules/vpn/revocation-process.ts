import { clients } from '#domain/auth/clients/decider.ts'
import { clientStreams } from '#domain/auth/clients/events.ts'
import { users } from '#domain/auth/users/decider.ts'
import { userStreams } from '#domain/auth/users/events.ts'
import { type DevicesCommand, devices } from '#domain/vpn/devices/decider.ts'
import type { RevocationReason } from '#domain/vpn/devices/events.ts'
import type { JobHandler } from '#reactions/job-runner.ts'
import type { Process } from '#reactions/process.ts'
import { systemContext } from '#reactions/system-context.ts'
import { endSessions } from '#services/vpn/sessions.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'

const CONCURRENCY = 8
const LAG_MS_MAX = 60_000
/** A request admitted before the lockout ends within this time; the sessions that it opened are ended then. */
const IN_FLIGHT_MS = 10_000
/** A session issued just before the lockout may seem later. At the first run hardly any login is newer. */
const CLOCK_SKEW_MS = 5_000
const PAGE = 500

/** By the type of the event that locks a user or client out. */
const REASONS: ReadonlyMap<string, RevocationReason> = new Map([
  ['UserDisabled', 'user_disabled'],
  ['UserErased', 'erasure'],
  ['UserSessionsRevoked', 'logins_ended'],
  ['PasswordChanged', 'logins_ended'],
  ['ClientDisabled', 'client_disabled'],
])

/** Ends sessions of locked-out users at once, and again for requests in flight. Sessions of later logins stay. */
export const revocationProcess: Process<VpnService> = {
  queue: 'vpn-revocation',
  concurrency: CONCURRENCY,
  lagMsMax: LAG_MS_MAX,

  schedule(event) {
    const reason = REASONS.get(event.type)
    return reason === undefined ? [] : [{ id: [event.stream, reason, event.at].join(' '), dueInMs: 0 }]
  },

  handler: createRevocationHandler,
}

type RevokeAllCommand = DevicesCommand & { type: 'revoke_all' }

function createRevocationHandler(service: VpnService): JobHandler {
  return async claim => {
    const [, reason, at = ''] = claim.id.split(' ') as [string, RevocationReason, string?]
    const skewMs = claim.attempts === 0 ? CLOCK_SKEW_MS : 0
    const issuedUntil = new Date(Date.parse(at) + skewMs).toISOString()
    const command = { type: 'revoke_all', reason, issuedUntil } as const
    const contextOf = (client_id: string) => systemContext('vpn-revocations', client_id, claim, service.now())
    if (clientStreams.has(claim)) await revokeOfClient(clientStreams.idOf(claim), command)
    else await revokeOfUser(userStreams.idOf(claim), command)
    return claim.attempts > 0 ? { done: true } : { inMs: IN_FLIGHT_MS, attempts: 1 }

    /** A user or client that was enabled again keeps later sessions. */
    async function revokeOfUser(user_id: string, all: RevokeAllCommand) {
      const { state } = await service.execute.load(users, user_id)
      if (state.status === 'absent') return
      const revocation = state.status === 'disabled' ? { ...all, issuedUntil: null } : all
      await endSessions(service, contextOf(state.client_id), devices.id(state.client_id, user_id), revocation)
    }

    async function revokeOfClient(client_id: string, all: RevokeAllCommand) {
      const { state } = await service.execute.load(clients, client_id)
      const revocation = state.status === 'disabled' ? { ...all, issuedUntil: null } : all
      let after = ''
      for (;;) {
        const page = await service.leases.listStreamsOfClient(client_id, after, PAGE)
        for (const devicesId of page) await endSessions(service, contextOf(client_id), devicesId, revocation)
        const last = page.at(-1)
        if (page.length < PAGE || last === undefined) return
        after = last
      }
    }
  }
}
