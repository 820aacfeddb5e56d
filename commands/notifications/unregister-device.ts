import { deviceNotFound, pushDevices } from '#domain/notifications/devices/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { requesterOf } from '#event-sourcing/requester.ts'
import { assignToken } from '#services/notifications/assign-token.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import type { ErrorCode } from '#values/errors.ts'

export const unregisterDeviceErrors = ['NOTIF_002'] as const satisfies readonly ErrorCode[]

const RETRY_BUDGET_MS = 2_000

/** Errors: NOTIF_002, also for a device of another user or client. */
export async function unregisterDevice(
  service: NotificationService,
  context: Context,
  { registration_id }: { registration_id: string },
): Promise<void> {
  const id = pushDevices.parseRegistrationId(registration_id)
  if (id === null) throw deviceNotFound()
  const command = { type: 'unregister', requester: requesterOf(context.actor) } as const
  await service.execute.run(pushDevices, id, command, context, { retryBudgetMs: RETRY_BUDGET_MS })
  await assignToken(service, context, id).catch(error =>
    service.log.warn({ device: id, err: error }, 'token release failed; will be retried by the queue'),
  )
}
