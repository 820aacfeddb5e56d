import { setTimeout as delay } from 'node:timers/promises'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import type { PushPlatform } from '#domain/notifications/devices/events.ts'
import type { DeviceState, Registration } from '#domain/notifications/devices/state.ts'
import { type DeviceOutcome, notifications } from '#domain/notifications/notifications/decider.ts'
import {
  notificationStreams,
  type PushFailure,
  UNREACHED,
  type Unreached,
} from '#domain/notifications/notifications/events.ts'
import {
  deliveryTo,
  isNotification,
  type Notification,
  type NotificationState,
} from '#domain/notifications/notifications/state.ts'
import { wordingFor } from '#domain/notifications/notifications/text.ts'
import { PAYLOAD_BYTES_MAX, payloadBytes } from '#edge/push/payload.ts'
import type { PushMessage, PushOutcome } from '#edge/push/push.ts'
import { countUnread } from '#queries/notifications/list-history.ts'
import { listNewer } from '#queries/notifications/list-newer.ts'
import type { StepOutcome } from '#reactions/due-runner.ts'
import type { Claimed } from '#reactions/due-work.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { readNotification } from '#services/notifications/read-notification.ts'
import { openText, openToken, tokenIndex } from '#services/notifications/sealed.ts'
import { settleDevice } from '#services/notifications/settle-device.ts'
import { isLater, isOfRegistration } from '#services/notifications/token-owners.ts'
import { createOneAfterAnother } from './one-after-another.ts'
import { otherDevices } from './other-devices.ts'
import type { PushDesk } from './push-desk.ts'
import { partsOf } from './push-job.ts'
import { NETWORK_OF } from './push-networks.ts'
import { type Answered, createUnrecorded } from './unrecorded.ts'

const PROCESS = 'push-process'
/** Of one notification, whose devices are told at the same time, and of one device. */
const PATIENCE_MS = 2_000
/** Between tries that the network gives no time for: 1, 2, 4 … 60 s, each up to a quarter longer. */
const GAP_MS_MIN = 1_000
const GAP_MS_MAX = 60_000
const JITTER = 0.25
/** A token that was registered just now is being given to its device, or to a later registration of it. */
const UNSETTLED_MS = 500
/** What waits for a network that is away keeps its place for so long, so that a long queue is not claimed over and over. */
const AWAY_HELD_MS = 500
/** How much later than the network is asked again, so that not all of a queue come at once. */
const AWAY_SPREAD_MS = 2_000

/** Behind another one of the same thing that is on its way to the device. */
const BEHIND_MS = 250
/** Of the same thing, looked at whether a device has one: more are hardly ever told while one of them waits. */
const NEWER_MAX = 20

/** What there is to send: to this registration of a device, by this token. */
type Sending = { registration: Registration; message: PushMessage }
/** Why there is not, for good or for now. */
type Unsent = { failure: PushFailure } | { inMs: number }

/**
 * The step of a push queue: one notification on one device. It looks again at all that may have changed since it was queued, asks the network once, and
 * records what became of it. Killed in between it does so again: a device knows the repeat by its collapse id.
 */
export function createDelivery(service: NotificationService, platform: PushPlatform, desk: PushDesk) {
  const { execute, now, owners, log } = service
  const unrecorded = createUnrecorded()
  const order = createOneAfterAnother()

  return async function deliver(claim: Claimed): Promise<StepOutcome> {
    const { notification: id, device } = partsOf(claim.id)
    const read = await readNotification(service, id)
    if (read === null || deliveryTo(read.notification, device)?.status !== 'queued') {
      unrecorded.forget(claim.id)
      return { done: true }
    }
    const { notification, text_sealed } = read
    const before = unrecorded.of(claim.id)
    if (before !== undefined) return unrecorded.during(claim.id, before, conclude)
    const leftMs = Date.parse(notification.expires_at) - now().getTime()
    if (leftMs <= 0) return end({ type: 'record_expired', device })
    const heldMs = heldMsOf(notification)
    if (heldMs > 0) return { inMs: heldMs, asked: 0 }
    const lane = `${device} ${notification.collapse_id}`
    const last = order.last(lane)
    if (await isOutdone(id, device, notification, last)) return fail('superseded')

    const awayMs = desk.enter()
    if (awayMs > 0) {
      // What waits for the network of a dead device would wait for nothing.
      if (!(await isReached(device, notification))) return fail('no_device')
      await delay(AWAY_HELD_MS)
      return { inMs: Math.min(awayMs + Math.random() * AWAY_SPREAD_MS, leftMs), asked: claim.asked }
    }
    let outcome: PushOutcome | undefined
    try {
      const sending = await sendingOf(id, device, notification, text_sealed)
      if ('failure' in sending) return await fail(sending.failure)
      if ('inMs' in sending) return { inMs: sending.inMs, asked: claim.asked }
      if (!order.enter(lane, id, last)) return { inMs: BEHIND_MS, asked: claim.asked }
      try {
        const askedAt = now()
        outcome = await desk.send(sending.message, notification.client_id)
        const answered = { registration: sending.registration, outcome, askedAt }
        return await unrecorded.during(claim.id, answered, conclude)
      } finally {
        order.leave(lane)
      }
    } finally {
      if (outcome === undefined) desk.leave()
    }

    async function conclude(answered: Answered): Promise<StepOutcome> {
      const { registration, outcome } = answered
      switch (outcome.is) {
        case 'sent':
          return end({ type: 'record_sent', device, provider_id: outcome.providerId })
        case 'token-dead':
          await deactivate(answered, outcome.since, 'token_dead')
          return unreached(registration, 'token_dead')
        case 'token-rejected':
          if (desk.believes(outcome)) await deactivate(answered, null, 'token_rejected')
          return unreached(registration, 'token_rejected')
        case 'refused':
          return fail(outcome.reason === 'PayloadTooLarge' ? 'payload_too_large' : 'payload_rejected')
        case 'credentials':
          return later(null)
        case 'later':
          return later(outcome.retryAfterMs)
      }
    }

    /** By its token. A device that was registered anew meanwhile is told by that registration. */
    async function unreached(by: Registration, reason: Unreached): Promise<StepOutcome> {
      const { state } = await execute.load(pushDevices, device)
      const isAnew = isReachedBy(state, notification) && !isOfRegistration(state, by)
      return isAnew ? later(null) : fail(reason)
    }

    /** At its end of life at the latest, which is then recorded. */
    function later(namedMs: number | null): StepOutcome {
      const gapMs = Math.min(GAP_MS_MIN * 2 ** claim.asked, GAP_MS_MAX)
      const inMs = Math.max(gapMs, namedMs ?? 0) * (1 + Math.random() * JITTER)
      const untilOverMs = Date.parse(notification.expires_at) - now().getTime()
      return { inMs: Math.max(0, Math.min(inMs, untilOverMs)), asked: claim.asked + 1 }
    }

    /**
     * The device never gets it. Where the device itself is the cause, the same append names the other devices that it
     * goes on to: a kill loses neither.
     */
    async function fail(reason: PushFailure): Promise<StepOutcome> {
      const isOfDevice = UNREACHED.some(one => one === reason)
      return end(async state => {
        const others = isOfDevice && isNotification(state) ? await otherDevices(service, state, device) : null
        return { type: 'record_failed', device, reason, others }
      })
    }

    async function end(
      command: DeviceOutcome | ((state: NotificationState) => Promise<DeviceOutcome>),
    ): Promise<StepOutcome> {
      const context = systemContext(PROCESS, notification.client_id, claim, now())
      await execute.run(notifications, id, command, context, { patienceMs: PATIENCE_MS })
      return { done: true }
    }

    /** An app says at its start which token it has. Where that is what it had said before, the device's stream does not tell, but its token does. */
    async function deactivate(
      { registration: { client_id, registration }, askedAt }: Answered,
      since: Date | null,
      reason: 'token_dead' | 'token_rejected',
    ) {
      if (await owners.isSeenSince(device, since ?? askedAt)) return
      const context = systemContext(PROCESS, client_id, claim, now())
      const command = { type: 'deactivate', registration, since: since?.toISOString() ?? null, reason } as const
      await execute.run(pushDevices, device, command, context, { patienceMs: PATIENCE_MS })
      await settleDevice(service, claim, device).catch(error =>
        log.warn(
          { device, err: error },
          'the token of a dead device was not released in line; the reaction releases it',
        ),
      )
    }
  }

  async function sendingOf(
    id: string,
    device: string,
    notification: Notification,
    text_sealed: string,
  ): Promise<Sending | Unsent> {
    const { state } = await execute.load(pushDevices, device)
    if (!isReachedBy(state, notification)) return { failure: 'no_device' }
    const token = await openToken(service, device, state)
    if (token === null) return { failure: 'no_device' }
    const text = await openText(service, id, text_sealed)
    if (text === null) return { failure: 'text_gone' }
    const { client_id, category, priority, badge_count, sound } = notification
    const { collapse_id: collapseId, expires_at } = notification
    const badge = badge_count ?? (await unreadOf(notification))
    // Last of all: whose the token is may have changed a moment ago.
    const holder = await owners.holderOf({ client_id, platform, token_index: tokenIndex(service, client_id, token) })
    if (holder === null) return { inMs: UNSETTLED_MS }
    if (holder.device !== device) {
      // Of two devices with one token the later one gets it, and the row may not say so yet.
      return isLater(holder, { ...state, device }) ? { failure: 'no_device' } : { inMs: UNSETTLED_MS }
    }
    // Row and stream tell of two registrations of the device, which may be two people's: once they agree it is seen whose it is.
    if (!isOfRegistration(holder, state)) return { inMs: UNSETTLED_MS }
    const language = deliveryTo(notification, device)?.language ?? null
    const message: PushMessage = {
      ...{ token, ...wordingFor(text, { language }), category, priority, data: text.data, badge, sound, collapseId },
      ...{ mayBreakSilence: category === 'fraud_alert', expiresAt: new Date(expires_at) },
      notificationId: notificationStreams.notificationId(id),
    }
    if (payloadBytes(NETWORK_OF[platform], message) > PAYLOAD_BYTES_MAX) return { failure: 'payload_too_large' }
    return { registration: state, message }
  }

  async function isReached(device: string, notification: Notification): Promise<boolean> {
    return isReachedBy((await execute.load(pushDevices, device)).state, notification)
  }

  function isReachedBy(state: DeviceState, notification: Notification): state is Registration {
    return state.status === 'active' && isTheirs(state, notification)
  }

  function isTheirs({ client_id, user_id, ...state }: Registration, notification: Notification): boolean {
    return client_id === notification.client_id && user_id === notification.user_id && state.platform === platform
  }

  /**
   * Whether the device has, or is about to get, what takes its place: it would show the older one last. A list that can't be asked keeps nothing from
   * being said.
   */
  async function isOutdone(
    id: string,
    device: string,
    notification: Notification,
    last: string | null,
  ): Promise<boolean> {
    if (notification.collapse_id === notificationStreams.notificationId(id)) return false
    const listed = await listNewer(service.db, id, notification, NEWER_MAX).catch(() => [])
    for (const other of last === null ? listed : [last, ...listed]) {
      const { state } = await execute.load(notifications, other)
      if (!isNotification(state) || !isNewer(state, other)) continue
      const status = deliveryTo(state, device)?.status
      if (status === 'sent' || (status === 'queued' && heldMsOf(state) <= 0)) return true
    }
    return false

    function isNewer(state: Notification, other: string): boolean {
      const [mine, its] = [Date.parse(notification.queued_at), Date.parse(state.queued_at)]
      return its === mine ? other > id : its > mine
    }
  }

  function heldMsOf({ held_until }: Notification): number {
    return held_until === null ? 0 : Date.parse(held_until) - now().getTime()
  }

  /** With this one, whether the list has it by now or not. A list that can't be asked keeps nothing from being said. */
  async function unreadOf(notification: Notification): Promise<number> {
    const unread = await countUnread(service.db, notification).catch(() => 0)
    return notification.status === 'unread' ? Math.max(1, unread) : unread
  }
}
