import { queueNotification } from '#commands/notifications/queue-notification.ts'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import { formatMessage, LANGUAGES, languageOf, type MessageLanguage } from '#domain/notifications/messages.ts'
import { defaultPriorityOf, expiryOf } from '#domain/notifications/notifications/categories.ts'
import { notificationStreams, type Target } from '#domain/notifications/notifications/events.ts'
import { preferences } from '#domain/notifications/preferences/decider.ts'
import { isPersonRestricted } from '#privacy/access-status.ts'
import type { JobHandler } from '#reactions/job-runner.ts'
import type { Process } from '#reactions/process.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { findReachableDevices } from '#services/notifications/target-devices.ts'
import { Rejection } from '#values/errors.ts'
import type { Person } from '#values/person.ts'
import { detectionTrigger, loginTrigger, type NotificationTrigger, TRIGGERS } from './triggers.ts'

const LAG_MS_MAX = 60_000

export const NOTIFY_PREFIXES = TRIGGERS.map(({ prefix }) => prefix)

const triggerOf = ({ stream }: { stream: string }) => TRIGGERS.find(({ prefix }) => stream.startsWith(prefix))

/** The triggers of later versions: an instance of a former one completes jobs of events that it does not know. */
const OWN_QUEUES = new Map([
  [loginTrigger, 'push-tell-logins'],
  [detectionTrigger, 'push-tell-detections'],
])

export const notifyProcesses: readonly Process<NotificationService>[] = [
  notifyProcess('push-tell', trigger => !OWN_QUEUES.has(trigger)),
  ...[...OWN_QUEUES].map(([own, queue]) => notifyProcess(queue, trigger => trigger === own)),
]

function notifyProcess(
  queue: string,
  isInQueue: (trigger: NotificationTrigger) => boolean,
): Process<NotificationService> {
  return {
    queue,
    lagMsMax: LAG_MS_MAX,
    schedule(event) {
      const trigger = triggerOf(event)
      if (trigger === undefined || !isInQueue(trigger) || !trigger.types.includes(event.type)) return []
      return [{ id: event.id, dueInMs: 0 }]
    },
    handler: createHandler,
  }
}

/** The notification id is derived from the event id, so that a second run changes nothing. */
function createHandler(service: NotificationService): JobHandler {
  const { store, execute, now } = service

  return async claim => {
    const events = await store.read(claim.stream)
    const index = events.findIndex(({ id }) => id === claim.id)
    const history = events.slice(0, index + 1)
    const notification = triggerOf(claim)?.notificationOf(history) ?? null
    const event = history.at(-1)
    if (notification === null || event === undefined) return { done: true }
    const { category, message, amount = null, data, device = null, happenedAt = event.at } = notification
    const person = notification.person ?? (await findDeviceUser(device))
    if (person === null) return { done: true }
    const context = systemContext('push-tell', person.client_id, claim, now())
    const since = happenedAt < event.at ? happenedAt : event.at
    // Too old: the service was away, did not notify of such events before, or the event reports something old.
    if (context.now.toISOString() >= expiryOf(category, new Date(since))) return { done: true }
    const { state: clientPreferences } = await execute.load(preferences, person.client_id)
    if (clientPreferences.off.includes(category) || (await isPersonRestricted({ execute }, person)))
      return { done: true }
    const targets = await findTargets(person, device)
    const [first] = targets
    if (first === undefined) return { done: true }
    const format = (language: MessageLanguage) => formatMessage(language, message, amount)
    const also = Object.fromEntries(LANGUAGES.map(language => [language, format(language)]))
    await queueNotification(service, context, notificationStreams.ofEvent(person, event.id), {
      ...{ ...person, category, priority: defaultPriorityOf(category), badge_count: null, sound: null, targets },
      text: { ...format(languageOf(first.language)), data, also },
      ...{ origin: { by: 'event', event_id: event.id }, idempotency_key: null, request: null },
    }).catch(error => {
      if (!(error instanceof Rejection) || error.code !== 'INVALID_REQUEST') throw error
    })
    return { done: true }
  }

  async function findDeviceUser(device: string | null): Promise<Person | null> {
    if (device === null) return null
    const { state } = await execute.load(pushDevices, device)
    const { status } = state
    return status === 'active' || status === 'dead' ? { client_id: state.client_id, user_id: state.user_id } : null
  }

  /** The given device, or the user's other devices when it is dead. */
  async function findTargets(person: Person, device: string | null): Promise<Target[]> {
    const isForAll = device === null || (await isDead(person, device))
    const reachable = await findReachableDevices(service, person, { isIncluded: one => isForAll || one === device })
    return reachable.map(({ language, ...one }) => ({ ...one, language: languageOf(language) }))
  }
  async function isDead({ client_id, user_id }: Person, device: string): Promise<boolean> {
    const { state } = await execute.load(pushDevices, device)
    return state.status === 'dead' && state.client_id === client_id && state.user_id === user_id
  }
}
