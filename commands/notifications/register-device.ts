import { z } from 'zod'
import {
  type DeviceCommand,
  type DeviceState,
  isRegistration,
  pushDevices,
  type Registration,
} from '#domain/notifications/devices/decider.ts'
import type { RegisteredData } from '#domain/notifications/devices/events.ts'
import { parsePlatform, parsePushToken } from '#domain/notifications/devices/push-token.ts'
import type { Context } from '#event-sourcing/context.ts'
import { requesterOf } from '#event-sourcing/requester.ts'
import { assignToken } from '#services/notifications/assign-token.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { assertNotRestricted, resolveUserId } from '#services/notifications/requester.ts'
import { digestToken, openToken, sealToken, tokenIndex } from '#services/notifications/sealing.ts'
import { type Holder, isOfRegistration } from '#services/notifications/token-owners.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import { type Person, personSubject } from '#values/person.ts'
import { prose } from '#values/prose.ts'
import { ID_LENGTH_MAX, optional, plainText } from '#values/text.ts'

const SHORT_TEXT_LENGTH_MAX = 64

export const RegisterDeviceBody = z
  .object({
    user_id: optional(plainText(ID_LENGTH_MAX)).describe(
      prose(
        `The user of the device, by your own id, 1 to ${ID_LENGTH_MAX} characters. A consumer is always the user of`,
        'the token and may leave it out.',
      ),
    ),
    device_id: plainText(ID_LENGTH_MAX).describe(
      `An id of the device that stays the same when its user changes, 1 to ${ID_LENGTH_MAX} characters.`,
    ),
    platform: plainText(SHORT_TEXT_LENGTH_MAX).describe(
      'The push network: ios (APNs) or android (FCM). Any other value is NOTIF_005.',
    ),
    push_token: z
      .string()
      .describe(
        prose(
          'The push token of the app on this device: 64 to 200 hexadecimal digits for ios; 20 to 4,096 letters,',
          'digits, _, - and : for android. It is stored encrypted and never returned. A token that does not fit the',
          'platform is NOTIF_001.',
        ),
      ),
    app_version: optional(plainText(SHORT_TEXT_LENGTH_MAX)).describe(
      `The version of the app, 1 to ${SHORT_TEXT_LENGTH_MAX} characters; null or left out when not known.`,
    ),
    language: optional(
      z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'must be a language code such as en or es-MX'),
    ).describe('The language of the user, a code such as en or es-MX; null or left out when unknown.'),
  })
  .meta({ id: 'PushDeviceRegistration', description: 'A device to register for notifications.' })
export type RegisterDeviceBody = z.output<typeof RegisterDeviceBody>

export const registerDeviceErrors = ['NOTIF_001', 'NOTIF_005', 'CONFLICT'] as const satisfies readonly ErrorCode[]

/** An app may send several registrations of one device at its start. */
const RETRY_BUDGET_MS = 2_000

/**
 * The device is taken from its former user, and the token from its former device. An unchanged registration only
 * updates when the device was last seen.
 *
 * Errors, in this order: AUTH_003 for a consumer who names another user, INVALID_REQUEST for a restricted person,
 * NOTIF_005, NOTIF_001, CONFLICT for a consumer who takes another user's device without its token.
 */
export async function registerDevice(
  service: NotificationService,
  context: Context,
  { device_id, push_token, app_version, language, ...body }: RegisterDeviceBody,
): Promise<{ id: string; registration: Registration }> {
  const { client_id } = context.actor
  const person = { client_id, user_id: resolveUserId(context.actor, body.user_id) }
  await assertNotRestricted(service, person)
  const platform = parsePlatform(body.platform)
  const token = parsePushToken(platform, push_token)

  const id = pushDevices.id(client_id, device_id)
  const token_index = tokenIndex(service, client_id, token)
  const holder = await service.owners.touch({ client_id, platform, token_index }, id)
  const hasToken = holder?.device === id
  const [token_sealed, token_digest] = await Promise.all([
    sealToken(service, person, id, token),
    digestToken(service, person, token),
  ])
  const data: RegisteredData = { ...person, device_id, platform, token_sealed, token_digest, app_version, language }
  const registrationContext = { ...context, now: hasToken ? context.now : laterThan(holder, context.now) }
  const command = async (device: DeviceState): Promise<DeviceCommand> => {
    const isClientWide = requesterOf(context.actor).user_id === null
    const canTakeOver = isClientWide || (await findTokenIndex(service, id, device)) === token_index
    return { type: 'register', data, hasToken, canTakeOver, isClientWide }
  }
  const { state, events } = await service.execute.run(pushDevices, id, command, registrationContext, {
    retryBudgetMs: RETRY_BUDGET_MS,
  })
  if (events.length === 0 && isRegistration(state) && holder !== null && isOfRegistration(holder, state))
    return { id, registration: state }
  const registered = await assignToken(service, context, id).catch(error => {
    service.log.warn({ device: id, err: error }, 'token assignment failed; will be retried by the queue')
    return state
  })
  // Checked after the append: an erasure that was requested in the meantime may have read the stream before it.
  try {
    await assertNotRestricted(service, person)
  } catch (error) {
    await withdraw(service, context, id, person)
    throw error
  }
  if (!isRegistration(registered))
    throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'the device is not registered' })
  return { id, registration: registered }
}

async function withdraw(service: NotificationService, context: Context, id: string, person: Person): Promise<void> {
  const undo = { ...context, command_id: `${context.command_id}:undo` }
  const command = { type: 'withdraw', subject: personSubject(person) } as const
  await service.execute.run(pushDevices, id, command, undo, { retryBudgetMs: RETRY_BUDGET_MS })
  await assignToken(service, undo, id)
}

/** Blind index of the device's present token; null when the token cannot be read. */
async function findTokenIndex(service: NotificationService, id: string, device: DeviceState): Promise<string | null> {
  if (!isRegistration(device)) return null
  const token = await openToken(service, id, device)
  return token === null ? null : tokenIndex(service, device.client_id, token)
}

function laterThan(holder: Holder | null, now: Date): Date {
  return holder === null ? now : new Date(Math.max(now.getTime(), Date.parse(holder.registered_at) + 1))
}
