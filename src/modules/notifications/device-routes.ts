import { z } from 'zod'
import { RegisterDeviceBody, registerDevice, registerDeviceErrors } from '#commands/notifications/register-device.ts'
import { unregisterDevice, unregisterDeviceErrors } from '#commands/notifications/unregister-device.ts'
import type { Registration } from '#domain/notifications/devices/decider.ts'
import { deviceStreams, PLATFORMS } from '#domain/notifications/devices/events.ts'
import { type Api, contextOf } from '#http/api.ts'
import { pushDevicesList } from '#projections/notifications/devices.ts'
import { ListDevicesQuery, listDevices } from '#queries/notifications/list-devices.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { resolveUserId } from '#services/notifications/requester.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { timestamp } from '#values/instant.ts'
import { prose } from '#values/prose.ts'
import { notificationOperation } from './operation.ts'

const registration_id = z
  .string()
  .describe(
    'The id of the registration: `dev_` and a UUID, 40 characters; the same as long as the device keeps its id.',
  )
const device_id = z.string().describe('The device, by your own id.')
const platform = z.enum(PLATFORMS).describe('The push network: ios (APNs) or android (FCM).')
const status = z
  .enum(['active', 'inactive'])
  .describe(
    prose(
      'Whether notifications reach it. A device is inactive when another device registered its token later or the',
      'network reports the token as dead: register it again.',
    ),
  )
const registered_at = timestamp('Time of the present registration; repeating it changes nothing')

/** Source: the spec, "Notification device registration". */
const DeviceRegistrationResponse = z
  .object({ registration_id, device_id, platform, status, registered_at })
  .meta({ id: 'PushDevice', description: 'A registered device.' })

const DeviceListResponse = z
  .object({
    data: z
      .array(
        DeviceRegistrationResponse.extend({
          user_id: z.string().describe('The user of the device, by your own id.'),
          app_version: z.string().nullable().describe('The version of the app; null when unknown.'),
          language: z.string().nullable().describe('The language of the user; null when unknown.'),
          last_seen_at: timestamp('Time of the last registration, unchanged ones included'),
        }).meta({ id: 'PushDeviceListed', description: 'A device of a user.' }),
      )
      .describe('The newest registration first, without tokens.'),
    pagination: z
      .object({
        next_cursor: z.string().nullable().describe('For the next page; null on the last.'),
        has_more: z.boolean().describe('Whether there is another page.'),
      })
      .describe('The position of this page.'),
  })
  .describe('A page of devices.')

const RegistrationParams = z.object({ registration_id })

const UnregisteredDeviceResponse = z
  .object({ registration_id, status: z.literal('unregistered').describe('Always unregistered.') })
  .describe('The device is no longer registered.')

const registerDeviceOperation = notificationOperation('notify:register', registerDeviceErrors, {
  operationId: 'registerPushDevice',
  summary: 'Register a device',
  description: prose(
    'Registers a device of a user for notifications; an app does so at each start. A device has one registration:',
    'a later one replaces its user and token. A token has one device: registering it with another device makes the',
    'former one inactive. Repeating a registration changes nothing. A consumer registers its own devices. CONFLICT',
    'on `device_id` means that the device belongs to another user and that the token is not its present one, which',
    'would prove that the consumer has the device. SMS analyses of a device belong to its user once a caller other',
    'than a consumer has registered it.',
  ),
  body: RegisterDeviceBody,
  response: { 200: DeviceRegistrationResponse.describe('The registered device.') },
})

const listDevicesOperation = notificationOperation('notify:read', [], {
  operationId: 'listPushDevices',
  summary: "A user's devices",
  description: prose(
    'Lists the devices of one user, without their tokens. The list of an unknown user is empty. A consumer sees',
    'its own devices.',
  ),
  querystring: ListDevicesQuery,
  response: { 200: DeviceListResponse },
})

const unregisterDeviceOperation = notificationOperation('notify:register', unregisterDeviceErrors, {
  operationId: 'unregisterPushDevice',
  summary: 'Unregister a device',
  description: prose(
    'The device gets no more notifications until it is registered again. Its token is released before the',
    'response. NOTIF_002 means that the device is not registered, or belongs to another user.',
  ),
  params: RegistrationParams,
  response: { 200: UnregisteredDeviceResponse },
})

/** Source: the spec, "Notification module"; listing and unregistering are ours. */
export function deviceRoutes(api: Api, service: NotificationService): void {
  api.post('/notifications/devices', registerDeviceOperation, async request => {
    const { id, registration } = await registerDevice(service, contextOf(request, service.now()), request.body)
    return toResponse(id, registration)
  })

  api.get('/notifications/devices', listDevicesOperation, async ({ caller, query: { user_id, ...page } }) => {
    const person = { client_id: caller.client_id, user_id: resolveUserId(caller, user_id) }
    if (page.cursor === undefined) await waitForCheckpoint(service, pushDevicesList)
    return listDevices(service.db, person, page)
  })

  api.delete('/notifications/devices/:registration_id', unregisterDeviceOperation, async request => {
    const { registration_id } = request.params
    await unregisterDevice(service, contextOf(request, service.now()), { registration_id })
    return { registration_id, status: 'unregistered' as const }
  })
}

function toResponse(id: string, { device_id, platform, status, registered_at }: Registration) {
  return {
    ...{ registration_id: deviceStreams.registrationId(id), device_id, platform },
    ...{ status: status === 'active' ? ('active' as const) : ('inactive' as const), registered_at },
  }
}
