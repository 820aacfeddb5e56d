import { sql } from 'slonik'
import { z } from 'zod'
import type { PushPlatform } from '#domain/notifications/devices/events.ts'
import {
  type DeviceDelivery,
  deliveryTo,
  isNotification,
  notifications,
} from '#domain/notifications/notifications/decider.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { notificationsList } from '#projections/notifications/notifications.ts'
import type { JobHandler } from '#reactions/job-runner.ts'
import type { Process } from '#reactions/process.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'

/** Long: an outage of a network has its own note in the health report; this is for a missing reactor. */
const LAG_MS_MAX = 600_000
const OVERDUE_MAX = 500

export type PushService = NotificationService & { deliver: Record<PushPlatform, JobHandler> }

/** Retargeted devices have their own queues: an instance of the former version would complete their jobs unsent. */
export const pushProcesses: readonly Process<PushService>[] = [
  pushProcess('push-ios', 'ios', 'NotificationQueued'),
  pushProcess('push-ios-retargeted', 'ios', 'NotificationRetargeted'),
  pushProcess('push-android', 'android', 'NotificationQueued'),
  pushProcess('push-android-retargeted', 'android', 'NotificationRetargeted'),
]

function pushProcess(
  queue: string,
  platform: PushPlatform,
  trigger: 'NotificationQueued' | 'NotificationRetargeted',
): Process<PushService> {
  const isQueuedHere = (delivery: DeviceDelivery) =>
    delivery.status === 'queued' &&
    delivery.platform === platform &&
    delivery.isRetargeted === (trigger === 'NotificationRetargeted')

  return {
    queue,
    lagMsMax: LAG_MS_MAX,

    /** Due at once: delivery checks `held_until` itself, by the clock and not by the time of this read. */
    schedule(logged) {
      const event = notifications.parse(logged)
      if (event.type !== 'NotificationQueued' && event.type !== 'NotificationRetargeted') return []
      const id = notifications.idOf(event)
      const targets = event.type === trigger ? event.data.targets : []
      return targets
        .filter(target => target.platform === platform)
        .map(({ device }) => ({ id: pushJobId(id, device), dueInMs: 0 }))
    },

    cancel(event) {
      if (event.type === 'NotificationQueued') return []
      const { data } = notifications.parse(event)
      if (!('device' in data) || data.platform !== platform) return []
      return [{ id: pushJobId(notifications.idOf(event), data.device) }]
    },

    handler: ({ deliver }) => deliver[platform],

    overdue: ({ execute, store }) => ({
      readModels: [notificationsList],
      async *candidates(db, { olderThanMs }) {
        const queues = pushProcesses.map(process => process.queue)
        for (const id of await listUndelivered(db, { queues, olderThanMs, limit: OVERDUE_MAX })) {
          const { state } = await execute.load(notifications, id)
          if (!isNotification(state)) continue
          const open = state.deliveries.filter(isQueuedHere)
          yield open.map(({ device }) => ({ id: pushJobId(id, device), stream: notifications.stream(id) }))
        }
      },
      async outstanding({ id, stream }) {
        const { notification, device } = parsePushJobId(id)
        const { state } = await execute.load(notifications, notification)
        const delivery = isNotification(state) ? deliveryTo(state, device) : undefined
        if (delivery === undefined || !isQueuedHere(delivery)) return null
        return (await store.read(stream)).findLast(({ type }) => type === trigger) ?? null
      },
    }),
  }
}

export function pushJobId(notification: string, device: string): string {
  return `${notification}:${device}`
}

export function parsePushJobId(id: string): { notification: string; device: string } {
  const [notification = '', device = ''] = id.split(':')
  return { notification, device }
}

/** Ids of notifications, the oldest first, that have more undelivered devices than jobs in `queues`. */
async function listUndelivered(
  db: Database,
  { queues, olderThanMs, limit }: { queues: readonly string[]; olderThanMs: number; limit: number },
): Promise<readonly string[]> {
  return rejectIfUnbuilt(
    db.anyFirst(sql.type(z.object({ id: z.string() }))`
      select n.notification::text as id
      from read.notifications as n
      left join (
        select split_part(id, ':', 1) as notification, count(*) as devices from ops.due_work
        where queue = any(${sql.array(queues, 'text')}) and (due_at < 'infinity' or leased_until > clock_timestamp())
        group by 1
      ) as due on due.notification = n.notification::text
      where n.queued > coalesce(due.devices, 0) and n.queued > 0
        and n.queued_at < clock_timestamp() - ${olderThanMs} * interval '1 millisecond'
      order by n.queued_at, n.notification limit ${limit}`),
  )
}
