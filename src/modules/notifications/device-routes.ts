import { RegisterDeviceBody, registerDevice } from '#commands/notifications/register-device.ts'
import { unregisterDevice } from '#commands/notifications/unregister-device.ts'
import { deviceStreams } from '#domain/notifications/devices/events.ts'
import type { Registration } from '#domain/notifications/devices/state.ts'
import { type Api, contextOf } from '#http/api.ts'
import { ListDevicesQuery, listDevices } from '#queries/notifications/list-devices.ts'
import { OWN_WRITES_MS_MAX, rateLimit } from '#services/notifications/limits.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { resolveUserId } from '#services/notifications/requester.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import {
  DeviceListResponse,
  DeviceRegistrationResponse,
  RegistrationParams,
  UnregisteredDeviceResponse,
} from './device-schemas.ts'

const described = { tags: ['notifications'] }

/** The spec's "Notification module" as far as devices go, with how they are listed and end (ours). */
export function deviceRoutes(api: Api, service: NotificationService): void {
  api.post(
    '/notifications/devices',
    {
      config: { ...rateLimit, scope: 'notify:register', errors: ['NOTIF_001', 'NOTIF_005', 'CONFLICT'] },
      schema: {
        ...described,
        operationId: 'registerPushDevice',
        summary: 'Register a device',
        description:
          'Lets notifications of a user reach a device. There is one registration of a device: whoever registers it later has it, with the token that they send. There is one device of a token: registered with another one, it is taken from the device before, which is inactive then. An app does so at each start; the same once more changes nothing. A consumer registers devices as its own; CONFLICT on `device_id` means that the device is another user’s and that the token is not the one that it is registered with, by which a consumer shows that it has the device. What others have analysed for a device is its user’s once somebody who acts for all users registered it; a consumer’s own word gives it nothing of that.',
        body: RegisterDeviceBody,
        response: { 200: DeviceRegistrationResponse.describe('The device as it is registered.') },
      },
    },
    async request => {
      const { id, registration } = await registerDevice(service, contextOf(request, service.now()), request.body)
      return toResponse(id, registration)
    },
  )

  api.get(
    '/notifications/devices',
    {
      config: { ...rateLimit, scope: 'notify:read' },
      schema: {
        ...described,
        operationId: 'listPushDevices',
        summary: "A user's devices",
        description:
          'Lists the devices of one user, page by page, without their tokens. A user of whom there are none has an empty list. A consumer sees its own.',
        querystring: ListDevicesQuery,
        response: { 200: DeviceListResponse },
      },
    },
    async ({ caller, query: { user_id, ...page } }) => {
      const person = { client_id: caller.client_id, user_id: resolveUserId(caller, user_id) }
      if (page.cursor === undefined)
        await waitForCheckpoint(service, {
          subscription: 'push_devices',
          prefixes: [deviceStreams.prefix],
          msMax: OWN_WRITES_MS_MAX,
        })
      return listDevices(service.db, person, page)
    },
  )

  api.delete(
    '/notifications/devices/:registration_id',
    {
      config: { ...rateLimit, scope: 'notify:register', errors: ['NOTIF_002'] },
      schema: {
        ...described,
        operationId: 'unregisterPushDevice',
        summary: 'Unregister a device',
        description:
          'Nothing reaches the device any more, and its token is forgotten by the time that this is answered, until it is registered anew. NOTIF_002 means that it is not registered, or somebody else’s.',
        params: RegistrationParams,
        response: { 200: UnregisteredDeviceResponse },
      },
    },
    async request => {
      const { registration_id } = request.params
      await unregisterDevice(service, contextOf(request, service.now()), registration_id)
      return { registration_id, status: 'unregistered' as const }
    },
  )
}

function toResponse(id: string, { device_id, platform, status, registered_at }: Registration) {
  return {
    ...{ registration_id: deviceStreams.registrationId(id), device_id, platform },
    ...{ status: status === 'active' ? ('active' as const) : ('inactive' as const), registered_at },
  }
}
