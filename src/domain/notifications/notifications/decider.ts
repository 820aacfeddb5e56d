import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import type { Requester } from '#event-sourcing/requester.ts'
import { type ErrorCode, fieldRejection, type Rejection } from '#values/errors.ts'
import { personSubject } from '#values/person.ts'
import {
  type NotificationEvent,
  type NotificationEventType,
  notificationStreams,
  type PushFailure,
  type QueuedData,
  type RetargetedData,
  type Target,
  UNREACHABLE_FAILURES,
} from './events.ts'

type DeliveryStatus =
  | { status: 'queued' }
  | { status: 'sent'; at: string; provider_id: string | null }
  | { status: 'failed'; at: string; reason: PushFailure }
  | { status: 'expired'; at: string }

export type DeviceDelivery = Target & { isRetargeted: boolean } & DeliveryStatus

export type Notification = Omit<QueuedData, 'text_sealed' | 'targets'> & {
  status: 'unread' | 'read'
  queued_at: string
  read_at: string | null
  deliveries: readonly DeviceDelivery[]
}

export type NotificationState = { status: 'absent' } | Notification

export function isNotification(state: NotificationState): state is Notification {
  return state.status !== 'absent'
}

export function deliveryTo({ deliveries }: Notification, device: string): DeviceDelivery | undefined {
  return deliveries.find(delivery => delivery.device === device)
}

export function holdMsOf({ held_until }: Notification, now: Date): number {
  return held_until === null ? 0 : Date.parse(held_until) - now.getTime()
}

export function isUnreachable(delivery: DeviceDelivery): boolean {
  return delivery.status === 'failed' && UNREACHABLE_FAILURES.some(reason => reason === delivery.reason)
}

function queueFor(targets: readonly Target[], isRetargeted: boolean): DeviceDelivery[] {
  return targets.map(target => ({ ...target, isRetargeted, status: 'queued' }))
}

/** The first outcome wins. */
function withOutcome(state: Notification, { device }: { device: string }, outcome: DeliveryStatus): Notification {
  const deliveries = state.deliveries.map(delivery => {
    if (delivery.device !== device || delivery.status !== 'queued') return delivery
    const { platform, language, isRetargeted } = delivery
    return { device, platform, language, isRetargeted, ...outcome }
  })
  return { ...state, deliveries }
}

export type Retarget = Pick<RetargetedData, 'targets' | 'held_until'>

export type DeviceOutcome =
  | { type: 'record_sent'; device: string; provider_id: string | null }
  /** `others`: devices to retarget when no other device can still get it. */
  | { type: 'record_failed'; device: string; reason: PushFailure; others?: Retarget | null }
  | { type: 'record_expired'; device: string }

export type NotificationCommand =
  | { type: 'queue'; data: QueuedData }
  | { type: 'read'; requester: Requester }
  /** For the erasure of this subject of the vault. */
  | { type: 'withdraw'; subject: string }
  | DeviceOutcome

/** `replay`: the event is recorded already or no longer matters. */
type Cell = NotificationEventType | 'replay' | Extract<ErrorCode, 'NOTIF_003'>
type CommandType = Exclude<NotificationCommand['type'], DeviceOutcome['type']>

/** A repeated `queue` changes nothing: the caller compares the requests. */
// biome-ignore format: a table is read by its columns
export const notificationTable = {
  queue:    { absent: 'NotificationQueued', unread: 'replay',             read: 'replay'             },
  read:     { absent: 'NOTIF_003',          unread: 'NotificationRead',   read: 'replay'             },
  withdraw: { absent: 'replay',             unread: 'NotificationFailed', read: 'NotificationFailed' },
} satisfies Record<CommandType, Record<NotificationState['status'], Cell>>

/** Per device; `none`: the notification is not for this device. The first outcome wins. */
// biome-ignore format: a table is read by its columns
export const deliveryTable = {
  record_sent:    { none: 'replay', queued: 'NotificationSent',    sent: 'replay', failed: 'replay', expired: 'replay' },
  record_failed:  { none: 'replay', queued: 'NotificationFailed',  sent: 'replay', failed: 'replay', expired: 'replay' },
  record_expired: { none: 'replay', queued: 'NotificationExpired', sent: 'replay', failed: 'replay', expired: 'replay' },
} satisfies Record<DeviceOutcome['type'], Record<DeviceDelivery['status'] | 'none', NotificationEventType | 'replay'>>

const notificationDecider: Decider<NotificationCommand, NotificationState, NotificationEvent> = {
  initial: { status: 'absent' },
  decide(command, state) {
    if (isOutcome(command)) return decideOutcome(command, state)
    const cell: Cell = notificationTable[command.type][state.status]
    if (command.type === 'read') getOwnNotification(state, command.requester)
    if (cell === 'replay') return []
    if (command.type === 'queue') return [{ type: 'NotificationQueued', data: command.data }]
    if (!isNotification(state)) return []
    const { client_id, user_id } = state
    const person = { client_id, user_id }
    if (command.type === 'read') return [{ type: 'NotificationRead', data: person }]
    if (command.subject !== personSubject(state)) return []
    return state.deliveries
      .filter(({ status }) => status === 'queued')
      .map(({ device, platform }) => ({
        type: 'NotificationFailed',
        data: { ...person, device, platform, reason: 'erasure' },
      }))
  },
  evolve(state, event) {
    const { at } = event
    if (event.type === 'NotificationQueued') {
      if (isNotification(state)) return state
      const { text_sealed: _, targets, ...clear } = event.data
      const deliveries = queueFor(targets, false)
      return { ...clear, status: 'unread', queued_at: at, read_at: null, deliveries }
    }
    if (!isNotification(state)) return state
    switch (event.type) {
      case 'NotificationSent':
        return withOutcome(state, event.data, { status: 'sent', at, provider_id: event.data.provider_id })
      case 'NotificationFailed':
        return withOutcome(state, event.data, { status: 'failed', at, reason: event.data.reason })
      case 'NotificationExpired':
        return withOutcome(state, event.data, { status: 'expired', at })
      case 'NotificationRetargeted': {
        const isNew = ({ device }: Target) => deliveryTo(state, device) === undefined
        const deliveries = [...state.deliveries, ...queueFor(event.data.targets.filter(isNew), true)]
        return { ...state, deliveries, held_until: event.data.held_until ?? state.held_until }
      }
      case 'NotificationRead':
        return state.status === 'unread' ? { ...state, status: 'read', read_at: at } : state
      default:
        return state
    }
  },
}

export const notifications = family(notificationStreams, notificationDecider)

/** The same for an unknown and another user's notification, so that callers cannot probe for ids. */
export function notificationNotFound(): Rejection {
  return fieldRejection('NOTIF_003', [{ field: 'notification_id', reason: 'names no notification' }])
}

export function getOwnNotification(state: NotificationState, { client_id, user_id }: Requester): Notification {
  if (!isNotification(state)) throw notificationNotFound()
  if (client_id !== null && state.client_id !== client_id) throw notificationNotFound()
  if (user_id !== null && state.user_id !== user_id) throw notificationNotFound()
  return state
}

function isOutcome(command: NotificationCommand): command is DeviceOutcome {
  return command.type in deliveryTable
}

function decideOutcome(command: DeviceOutcome, state: NotificationState): NotificationEvent[] {
  const delivery = isNotification(state) ? deliveryTo(state, command.device) : undefined
  const cell = deliveryTable[command.type][delivery?.status ?? 'none']
  if (cell === 'replay' || delivery === undefined || !isNotification(state)) return []
  const { client_id, user_id } = state
  const target = { client_id, user_id, device: delivery.device, platform: delivery.platform }
  switch (command.type) {
    case 'record_sent':
      return [{ type: 'NotificationSent', data: { ...target, provider_id: command.provider_id } }]
    case 'record_failed': {
      const failed: NotificationEvent = { type: 'NotificationFailed', data: { ...target, reason: command.reason } }
      const targets = retargets(command, state)
      if (targets.length === 0) return [failed]
      const held_until = command.others?.held_until ?? null
      return [failed, { type: 'NotificationRetargeted', data: { client_id, user_id, targets, held_until } }]
    }
    case 'record_expired':
      return [{ type: 'NotificationExpired', data: target }]
  }
}

/** None while another device may get it or has got it, or when one failed because of the notification itself. */
function retargets(
  { device, others }: DeviceOutcome & { type: 'record_failed' },
  state: Notification,
): RetargetedData['targets'] {
  const isLast = state.deliveries.every(delivery => delivery.device === device || isUnreachable(delivery))
  if (!isLast || others === undefined || others === null) return []
  return others.targets.filter(target => deliveryTo(state, target.device) === undefined)
}
