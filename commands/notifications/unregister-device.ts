import { noSuchDevice, pushDevices } from '#domain/notifications/devices/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { askingAs } from '#services/notifications/asking.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { settleDevice } from '#services/notifications/settle-device.ts'

const PATIENCE_MS = 2_000

/** Nothing reaches the device any more until it is registered anew. Errors: NOTIF_002, also for another user's and another client's. */
export async function unregisterDevice(
  service: NotificationService,
  context: Context,
  registrationId: string,
): Promise<void> {
  const id = pushDevices.registered(registrationId)
  if (id === null) throw noSuchDevice()
  const command = { type: 'unregister', asking: askingAs(context.actor) } as const
  await service.execute.run(pushDevices, id, command, context, { patienceMs: PATIENCE_MS })
  await settleDevice(service, context, id).catch(error =>
    service.log.warn({ device: id, err: error }, 'a push token was not given back in line; the reaction will'),
  )
}
