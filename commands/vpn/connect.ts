import { z } from 'zod'
import { clientConfig } from '#domain/vpn/client-config.ts'
import { devices, freeSlot } from '#domain/vpn/devices/decider.ts'
import type { DeviceSession } from '#domain/vpn/devices/state.ts'
import { openServer, servers } from '#domain/vpn/servers/decider.ts'
import { isFull, type Server } from '#domain/vpn/servers/state.ts'
import { isUnavailable } from '#edge/unavailable.ts'
import type { Context } from '#event-sourcing/context.ts'
import { assertLoginActive, assertUserActive } from '#services/vpn/access-assertions.ts'
import { generatePassword, usernameOf } from '#services/vpn/credentials.ts'
import { server_id } from '#services/vpn/request-fields.ts'
import { endSessions, expireEnded, isSessionLive, releaseSession } from '#services/vpn/sessions.ts'
import { USER_RETRY_BUDGET_MS, type VpnService } from '#services/vpn/vpn-service.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'
import { prose } from '#values/prose.ts'
import { ID_LENGTH_MAX, optional, plainText } from '#values/text.ts'

const DEVICE_TEXT_LENGTH_MAX = 64

const deviceText = (what: string) =>
  optional(plainText(DEVICE_TEXT_LENGTH_MAX)).describe(
    `${what}, 1 to ${DEVICE_TEXT_LENGTH_MAX} characters; null or omitted when unknown.`,
  )

export const ConnectBody = z.object({
  user_id: plainText(ID_LENGTH_MAX).describe(
    prose(
      "The session's user: the token's own user, or with the scope `vpn:use:any` any user of the client by the",
      "client's own id, 1 to 128 characters.",
    ),
  ),
  server_id,
  device_info: z
    .object({
      device_id: plainText(ID_LENGTH_MAX).describe(
        'A stable id of the device, 1 to 128 characters; a device has one session at a time.',
      ),
      device_type: deviceText('The kind of device'),
      platform: deviceText('Its platform'),
      app_version: deviceText('The version of the app'),
    })
    .describe('The device that connects.'),
})

export const connectErrors = [
  'VPN_001',
  'VPN_002',
  'VPN_003',
  'VPN_004',
  'VPN_006',
  'VPN_008',
  'CONFLICT',
] as const satisfies readonly ErrorCode[]

/** Heartbeats do not extend the credentials. */
const CREDENTIALS_S = 86_400

/** The password is returned once and not stored. */
export type VpnConnection = {
  session: DeviceSession
  lease_until: string
  server_id: number
  server: Server['terms']
  credentials: { username: string; password: string }
  config: string
}

/**
 * Takes a slot of the user and one of the server; after a failure it releases both. The caller has checked access to
 * the user; `sid` is the caller's login. Errors, in this order: INVALID_REQUEST for a restricted or disabled user,
 * VPN_004, VPN_003, VPN_006, VPN_001, VPN_002, VPN_008; CONFLICT after a revocation meantime, AUTH_001 after the end of
 * the login.
 */
export async function connect(
  service: VpnService,
  context: Context,
  { sid, ...body }: z.output<typeof ConnectBody> & { sid: string },
): Promise<VpnConnection> {
  const { client_id } = context.actor
  const { user_id, server_id, device_info: device } = body
  await assertUserActive(service, context, user_id)
  const devicesId = devices.id(client_id, user_id)
  const load = async () => {
    const [user, server] = await Promise.all([
      service.execute.load(devices, devicesId),
      service.execute.load(servers, servers.id(server_id)),
    ])
    return { user: user.state, open: openServer(server.state) }
  }
  const found = await load()
  const { user, open } = (await expireEnded(service, context, devicesId, found.user)) ? await load() : found
  await withRetryAfter(service, devicesId, async () => freeSlot(user, device.device_id))
  // Without an event: many requests find a full server.
  if (isFull(open)) throw await serverFull(service, server_id, new Rejection('VPN_002'))

  const session_id = newId('vps')
  const { password, digest } = generatePassword()
  const expires_at = new Date(context.now.getTime() + CREDENTIALS_S * 1_000).toISOString()
  const issue = { type: 'issue', session: { client_id, user_id, session_id, server_id, device, expires_at } } as const
  const hints = { retryBudgetMs: USER_RETRY_BUDGET_MS }
  const { state } = await withRetryAfter(service, devicesId, () =>
    service.execute.run(devices, devicesId, issue, context, hints),
  )
  const session = state.sessions.get(session_id)!
  try {
    const { slot_id, issued_at } = session
    // Before the lease: sessions are listed by their leases, and a killed process must not leave one without a slot.
    const { terms } = await service.slots.take(server_id, { session_id, devices: devicesId })
    const lease_until = await service.leases.open({
      ...{ session_id, client_id, user_id, devices: devicesId, server_id, slot_id, password_digest: digest },
      ...{ device_id: device.device_id, issued_at, expires_at },
    })
    const config = await buildConfig(service, server_id, terms)
    // After the session is recorded: a later lockout finds the session, an earlier one is found here.
    await Promise.all([
      assertUserActive(service, context, user_id),
      assertLoginActive(service, context, { user_id, sid }),
    ])
    // A revocation before this point found no lease to end.
    if (!(await isSessionLive(service, devicesId, session_id)))
      throw new Rejection('CONFLICT', { reason: 'the session was revoked while it was opened' })
    const credentials = { username: usernameOf(session_id), password }
    return { session, lease_until, server_id, server: terms, credentials, config }
  } catch (error) {
    const undoContext = { ...context, command_id: `${context.command_id}:undo` }
    await withdraw(service, undoContext, devicesId, { session_id, server_id }).catch(err =>
      service.log.warn({ session_id, err }, 'withdrawal of the VPN session failed; the end of its lease will end it'),
    )
    throw error instanceof Rejection && error.code === 'VPN_002' ? await serverFull(service, server_id, error) : error
  }
}

async function withdraw(
  service: VpnService,
  context: Context,
  devicesId: string,
  { session_id, server_id }: { session_id: string; server_id: number },
): Promise<void> {
  const ended = await endSessions(service, context, devicesId, { type: 'withdraw', session_id })
  // Another process may have ended it before the lease and the slot existed.
  if (ended.length === 0) await releaseSession(service, { session_id, server_id })
}

/** Adds to VPN_001 the seconds until the first of the user's leases ends. */
async function withRetryAfter<T>(service: VpnService, devicesId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Rejection) || error.code !== 'VPN_001') throw error
    const retryAfterS = Math.max(1, (await service.leases.findNextEndS(devicesId)) ?? 1)
    throw new Rejection('VPN_001', error.details, { retryAfterS, cause: error })
  }
}

async function serverFull({ listAlternatives }: VpnService, server_id: number, cause: Rejection): Promise<Rejection> {
  const details = { ...cause.details, server_id, alternatives: await listAlternatives(server_id) }
  return new Rejection('VPN_002', details, { cause })
}

async function buildConfig(service: VpnService, server_id: number, terms: Server['terms']): Promise<string> {
  try {
    return clientConfig({ server_id, terms }, await service.certificateAuthority.tlsMaterialOf(server_id))
  } catch (error) {
    if (error instanceof Error && isUnavailable(error)) throw error
    throw new Rejection('VPN_008', { server_id }, { cause: error })
  }
}
