import { deviceStreams } from '#domain/notifications/devices/events.ts'
import type { StepOutcome } from '#reactions/due-runner.ts'
import { type Claimed, causeOf } from '#reactions/due-work.ts'
import type { Reaction } from '#reactions/reaction.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { settleDevice } from '#services/notifications/settle-device.ts'

export const DEVICE_QUEUE = 'push-device'

/** The command that changes a device settles in line who has its token; this is for the one that was killed before. */
const LOOK_MS = 2_000

/** Which events leave a token to be given over. To whom, the device's stream says when the time has come. */
export const settleOnDeviceChanged: Reaction = {
  name: 'push-devices',
  prefixes: [deviceStreams.prefix],
  due: event => [{ ...causeOf(event), queue: DEVICE_QUEUE, id: deviceStreams.idOf(event), dueInMs: LOOK_MS }],
  strikes: () => [],
}

/** The step of the queue. */
export function createDeviceStep(service: NotificationService) {
  return async function settle(claim: Claimed): Promise<StepOutcome> {
    await settleDevice(service, claim, claim.id)
    return { done: true }
  }
}
