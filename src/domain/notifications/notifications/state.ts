import type { Recorded } from '#decider.ts'
import type { Failure, NotificationEvent, QueuedData, Target } from './events.ts'

/** What became of it on one device. */
export type Delivery = Target &
  (
    | { status: 'queued' }
    | { status: 'sent'; at: string; provider_id: string | null }
    | { status: 'failed'; at: string; reason: Failure }
    | { status: 'expired'; at: string }
  )

/** A notification as its events tell it, without its text, which is read from its event. */
export type Notification = Omit<QueuedData, 'text_sealed' | 'targets'> & {
  status: 'unread' | 'read'
  queued_at: string
  read_at: string | null
  deliveries: readonly Delivery[]
}

export type NotificationState = { status: 'absent' } | Notification

export function isNotification(state: NotificationState): state is Notification {
  return state.status !== 'absent'
}

export function deliveryTo({ deliveries }: Notification, device: string): Delivery | undefined {
  return deliveries.find(delivery => delivery.device === device)
}

/** Collates; an event that makes no sense leaves the state as it is. */
export function evolve(state: NotificationState, event: Recorded<NotificationEvent>): NotificationState {
  const { at } = event
  if (event.type === 'NotificationQueued') {
    if (isNotification(state)) return state
    const { text_sealed: _, targets, ...clear } = event.data
    const deliveries = targets.map(target => ({ ...target, status: 'queued' as const }))
    return { ...clear, status: 'unread', queued_at: at, read_at: null, deliveries }
  }
  if (!isNotification(state)) return state
  switch (event.type) {
    case 'NotificationSent':
      return ended(state, event.data, { status: 'sent', at, provider_id: event.data.provider_id })
    case 'NotificationFailed':
      return ended(state, event.data, { status: 'failed', at, reason: event.data.reason })
    case 'NotificationExpired':
      return ended(state, event.data, { status: 'expired', at })
    case 'NotificationRead':
      return state.status === 'unread' ? { ...state, status: 'read', read_at: at } : state
    default:
      return state
  }
}

type End = Delivery extends infer D ? (D extends Delivery ? Omit<D, keyof Target> : never) : never

/** The first outcome stands. */
function ended(state: Notification, { device }: { device: string }, end: End): Notification {
  const deliveries = state.deliveries.map(delivery =>
    delivery.device === device && delivery.status === 'queued'
      ? { device, platform: delivery.platform, language: delivery.language, ...end }
      : delivery,
  )
  return { ...state, deliveries }
}
