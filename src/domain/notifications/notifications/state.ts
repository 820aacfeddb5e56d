import type { Recorded } from '#event-sourcing/decider.ts'
import {
  type NotificationEvent,
  type PushFailure,
  type QueuedData,
  type Target,
  UNREACHABLE_FAILURES,
} from './events.ts'

type DeviceTarget = Target & { isRetargeted: boolean }

export type DeviceDelivery = DeviceTarget &
  (
    | { status: 'queued' }
    | { status: 'sent'; at: string; provider_id: string | null }
    | { status: 'failed'; at: string; reason: PushFailure }
    | { status: 'expired'; at: string }
  )

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

export function evolve(state: NotificationState, event: Recorded<NotificationEvent>): NotificationState {
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
}

function queueFor(targets: readonly Target[], isRetargeted: boolean): DeviceDelivery[] {
  return targets.map(target => ({ ...target, isRetargeted, status: 'queued' }))
}

type DeviceDeliveryEnd = DeviceDelivery extends infer D
  ? D extends DeviceDelivery
    ? Omit<D, keyof DeviceTarget>
    : never
  : never

/** The first outcome wins. */
function withOutcome(state: Notification, { device }: { device: string }, outcome: DeviceDeliveryEnd): Notification {
  const deliveries = state.deliveries.map(delivery => {
    if (delivery.device !== device || delivery.status !== 'queued') return delivery
    const { platform, language, isRetargeted } = delivery
    return { device, platform, language, isRetargeted, ...outcome }
  })
  return { ...state, deliveries }
}
