import { randomUUID } from 'node:crypto'
import { RegisterDeviceBody, registerDevice } from '#commands/notifications/register-device.ts'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import type { PushPlatform } from '#domain/notifications/devices/events.ts'
import { deliveryTo, isNotification, notifications } from '#domain/notifications/notifications/decider.ts'
import type { NotificationCategory, Priority, QueuedData } from '#domain/notifications/notifications/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Module } from '#module.ts'
import { notifications as configured, notificationsOver } from '#modules/notifications/module.ts'
import { configuredNetworks } from '#modules/notifications/push-networks.ts'
import { modules } from '#modules.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'
import { createNotificationService } from '#services/notifications/notification-service.ts'
import { sealText, textSubject } from '#services/notifications/sealing.ts'
import type { Holder } from '#services/notifications/token-owners.ts'
import { newUuid } from '#values/ids.ts'
import { type Client, patiently } from '../../harness/client.ts'
import type { ApnsTest, FcmTest } from '../../harness/push-servers.ts'
import { noteSecret } from '../../harness/secrets.ts'
import { deviceOf } from './device-samples.ts'

/** Every module, of which this one sends by these servers. */
export function modulesSendingBy(apns: ApnsTest, fcm: FcmTest): Module[] {
  const pushAccess = { apns: async () => apns.access, fcm: async () => fcm.access }
  const own = notificationsOver(() => configuredNetworks({ pushAccess }))
  return modules.map(module => (module === configured ? own : module))
}

type Told = {
  category?: NotificationCategory
  priority?: Priority
  ttlMs?: number
  title?: string
  collapse_id?: string
  heldUntil?: Date
  /** Now, unless said. */
  queuedAt?: Date
}
type Registered = { device: string; platform: PushPlatform; push_token: string; device_id: string; user_id: string }

/** A service under test with devices that it sends to. */
export function pushTest(service: Service, admin: Client, client_id: string) {
  /** A device of a user, as its stream and its network know it. */
  async function device(
    user_id: string,
    platform: PushPlatform,
    push_token: string,
    more: object = {},
  ): Promise<Registered> {
    const asked = deviceOf(user_id, { platform, push_token, ...more })
    const { status, body } = await admin.post('/notifications/devices', asked)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    const { device_id } = asked as { device_id: string }
    return { device: pushDevices.id(client_id, device_id), platform, push_token, device_id, user_id }
  }

  /**
   * Registers a device, and stops before a claim of its token until `goOn` is called. The first claim names no holder.
   * Where another device has the token, that device is moved, and a second claim names it as the holder.
   */
  async function registering(user_id: string, more: object, isStop: (holder: Holder | null) => boolean = () => true) {
    const [stopped, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const of = createNotificationService(service)
    const owners: typeof of.owners = {
      ...of.owners,
      async claim(claim, holder) {
        if (isStop(holder)) {
          stopped.resolve()
          await go.promise
        }
        return of.owners.claim(claim, holder)
      },
    }
    const cause = { correlation_id: '', causation_id: '' }
    const context: Context = {
      ...systemContext('test', client_id, cause, service.now()),
      actor: { sub: 'usr_test', client_id, role: 'operator' },
    }
    const body = RegisterDeviceBody.parse(deviceOf(user_id, more))
    const registered = registerDevice({ ...of, owners }, context, body)
    await stopped.promise
    return {
      device: pushDevices.id(client_id, body.device_id),
      goOn() {
        go.resolve()
        return registered
      },
    }
  }

  /** Queues what a command would, with any time to live. */
  async function tell(to: Registered | readonly Registered[], told: Told = {}): Promise<string> {
    const { category = 'system', priority = 'normal', ttlMs = 3_600_000, title = `Title ${randomUUID()}` } = told
    const id = newUuid()
    const targets = [to].flat() as Registered[]
    const person = { client_id, user_id: targets[0]!.user_id }
    const now = service.now()
    const body = `Body ${randomUUID()}`
    noteSecret(title, body)
    const data: QueuedData = {
      ...{ ...person, category, priority, badge_count: 1, sound: null, collapse_id: told.collapse_id ?? `ntf_${id}` },
      text_sealed: await patiently(() => sealText(service, textSubject(person, now), id, { title, body, data: {} })),
      targets: targets.map(({ device, platform }) => ({ device, platform, language: null })),
      held_until: told.heldUntil?.toISOString() ?? null,
      expires_at: new Date((told.heldUntil ?? now).getTime() + ttlMs).toISOString(),
      origin: { by: 'caller' },
      ...{ idempotency_key: null, fingerprint: null },
    }
    const cause = { correlation_id: id, causation_id: id }
    const context: Context = systemContext('test', client_id, cause, told.queuedAt ?? now)
    await patiently(() =>
      service.execute.run(notifications, id, { type: 'queue', data }, context, { expectNoStream: true }),
    )
    return id
  }

  /** What has become of a notification on a device: its status, or why it failed. */
  async function outcome(id: string, { device }: { device: string }): Promise<string> {
    const { state } = await patiently(() => service.execute.load(notifications, id))
    const delivery = isNotification(state) ? deliveryTo(state, device) : undefined
    return delivery?.status === 'failed' ? delivery.reason : (delivery?.status ?? 'none')
  }

  async function standing({ device }: { device: string }): Promise<string> {
    return (await patiently(() => service.execute.load(pushDevices, device))).state.status
  }

  return { device, registering, tell, outcome, standing }
}
