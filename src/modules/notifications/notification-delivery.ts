import { setTimeout as delay } from 'node:timers/promises'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import type { PushPlatform } from '#domain/notifications/devices/events.ts'
import type { DeviceState, Registration } from '#domain/notifications/devices/state.ts'
import { type DeviceOutcome, notifications } from '#domain/notifications/notifications/decider.ts'
import {
  notificationStreams,
  type PushFailure,
  UNREACHABLE_FAILURES,
  type UnreachableFailure,
} from '#domain/notifications/notifications/events.ts'
import {
  deliveryTo,
  isNotification,
  type Notification,
  type NotificationState,
} from '#domain/notifications/notifications/state.ts'
import { messageInLanguage } from '#domain/notifications/notifications/text.ts'
import { PAYLOAD_BYTES_MAX, payloadBytes } from '#edge/push/payload.ts'
import type { PushMessage, PushOutcome } from '#edge/push/push-sender.ts'
import { countUnread } from '#queries/notifications/list-history.ts'
import { listNewer } from '#queries/notifications/list-newer.ts'
import type { JobOutcome } from '#reactions/job-runner.ts'
import type { ClaimedJob } from '#reactions/job-store.ts'
import { systemContext } from '#reactions/system-context.ts'
import { assignToken } from '#services/notifications/assign-token.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { readNotification } from '#services/notifications/read-notification.ts'
import { openText, openToken, tokenIndex } from '#services/notifications/sealing.ts'
import { isLater, isOfRegistration } from '#services/notifications/token-owners.ts'
import { findOtherDevices } from './find-other-devices.ts'
import { createInFlightGuard } from './in-flight-guard.ts'
import { createPendingOutcomes, type PendingOutcome } from './pending-outcomes.ts'
import type { PushClient } from './push-client.ts'
import { parsePushJobId } from './push-job.ts'
import { NETWORK_OF } from './push-networks.ts'

const PROCESS = 'push-process'
/** Of one notification, whose devices are told at the same time, and of one device. */
const RETRY_BUDGET_MS = 2_000
/** Between tries that the network gives no time for: 1, 2, 4 … 60 s, each up to a quarter longer. */
const RETRY_MS_MIN = 1_000
const RETRY_MS_MAX = 60_000
const JITTER = 0.25
/** A token that was registered just now is being given to its device, or to a later registration of it. */
const UNASSIGNED_RETRY_MS = 500
/** What waits for a network that is away keeps its place for so long, so that a long queue is not claimed over and over. */
const OUTAGE_HOLD_MS = 500
/** How much later than the network is asked again, so that not all of a queue come at once. */
const OUTAGE_JITTER_MS = 2_000

/** Behind another one of the same thing that is on its way to the device. */
const IN_FLIGHT_RETRY_MS = 250
/** Of the same thing, looked at whether a device has one: more are hardly ever told while one of them waits. */
const NEWER_MAX = 20

/** What there is to send: to this registration of a device, by this token. */
type PreparedSend = { registration: Registration; message: PushMessage }
/** Why there is not, for good or for now. */
type NotSent = { failure: PushFailure } | { inMs: number }

/**
 * The step of a push queue: one notification on one device. It looks again at all that may have changed since it was queued, asks the network once, and
 * records what became of it. Killed in between it does so again: a device knows the repeat by its collapse id.
 */
export function createNotificationDelivery(
  service: NotificationService,
  platform: PushPlatform,
  pushClient: PushClient,
) {
  const { execute, now, owners, log } = service
  const pendingOutcomes = createPendingOutcomes()
  const inFlightGuard = createInFlightGuard()

  return async function deliver(claim: ClaimedJob): Promise<JobOutcome> {
    const { notification: id, device } = parsePushJobId(claim.id)
    const read = await readNotification(service, id)
    if (read === null || deliveryTo(read.notification, device)?.status !== 'queued') {
      pendingOutcomes.delete(claim.id)
      return { done: true }
    }
    const { notification, text_sealed } = read
    const pending = pendingOutcomes.get(claim.id)
    if (pending !== undefined) return pendingOutcomes.keepDuring(claim.id, pending, applyOutcome)
    const timeToLiveMs = Date.parse(notification.expires_at) - now().getTime()
    if (timeToLiveMs <= 0) return recordOutcome({ type: 'record_expired', device })
    const holdMs = holdMsOf(notification)
    if (holdMs > 0) return { inMs: holdMs, asked: 0 }
    const collapseKey = `${device} ${notification.collapse_id}`
    const lastSent = inFlightGuard.lastSent(collapseKey)
    if (await isSuperseded(id, device, notification, lastSent)) return fail('superseded')

    const outageMs = pushClient.acquire()
    if (outageMs > 0) {
      // What waits for the network of a dead device would wait for nothing.
      if (!(await isReachable(device, notification))) return fail('no_device')
      await delay(OUTAGE_HOLD_MS)
      return { inMs: Math.min(outageMs + Math.random() * OUTAGE_JITTER_MS, timeToLiveMs), asked: claim.asked }
    }
    let outcome: PushOutcome | undefined
    try {
      const prepared = await prepareSend(id, device, notification, text_sealed)
      if ('failure' in prepared) return await fail(prepared.failure)
      if ('inMs' in prepared) return { inMs: prepared.inMs, asked: claim.asked }
      if (!inFlightGuard.acquire(collapseKey, id, lastSent)) return { inMs: IN_FLIGHT_RETRY_MS, asked: claim.asked }
      try {
        const sentAt = now()
        outcome = await pushClient.send(prepared.message, notification.client_id)
        const pendingOutcome = { registration: prepared.registration, outcome, sentAt }
        return await pendingOutcomes.keepDuring(claim.id, pendingOutcome, applyOutcome)
      } finally {
        inFlightGuard.release(collapseKey)
      }
    } finally {
      if (outcome === undefined) pushClient.release()
    }

    async function applyOutcome(pendingOutcome: PendingOutcome): Promise<JobOutcome> {
      const { registration, outcome } = pendingOutcome
      switch (outcome.is) {
        case 'sent':
          return recordOutcome({ type: 'record_sent', device, provider_id: outcome.providerId })
        case 'token-dead':
          await deactivate(pendingOutcome, outcome.since, 'token_dead')
          return failUnreachable(registration, 'token_dead')
        case 'token-rejected':
          if (pushClient.isTokenGone(outcome)) await deactivate(pendingOutcome, null, 'token_rejected')
          return failUnreachable(registration, 'token_rejected')
        case 'refused':
          return fail(outcome.reason === 'PayloadTooLarge' ? 'payload_too_large' : 'payload_rejected')
        case 'credentials':
          return retryLater(null)
        case 'later':
          return retryLater(outcome.retryAfterMs)
      }
    }

    /** By its token. A device that was registered anew meanwhile is told by that registration. */
    async function failUnreachable(tried: Registration, reason: UnreachableFailure): Promise<JobOutcome> {
      const { state } = await execute.load(pushDevices, device)
      const isReregistered = isActiveFor(state, notification) && !isOfRegistration(state, tried)
      return isReregistered ? retryLater(null) : fail(reason)
    }

    /** At its end of life at the latest, which is then recorded. */
    function retryLater(retryAfterMs: number | null): JobOutcome {
      const gapMs = Math.min(RETRY_MS_MIN * 2 ** claim.asked, RETRY_MS_MAX)
      const inMs = Math.max(gapMs, retryAfterMs ?? 0) * (1 + Math.random() * JITTER)
      const remainingMs = Date.parse(notification.expires_at) - now().getTime()
      return { inMs: Math.max(0, Math.min(inMs, remainingMs)), asked: claim.asked + 1 }
    }

    /**
     * The device never gets it. Where the device itself is the cause, the same append names the other devices that it
     * goes on to: a kill loses neither.
     */
    async function fail(reason: PushFailure): Promise<JobOutcome> {
      const isDeviceUnreachable = UNREACHABLE_FAILURES.some(one => one === reason)
      return recordOutcome(async state => {
        const others =
          isDeviceUnreachable && isNotification(state) ? await findOtherDevices(service, state, device) : null
        return { type: 'record_failed', device, reason, others }
      })
    }

    async function recordOutcome(
      command: DeviceOutcome | ((state: NotificationState) => Promise<DeviceOutcome>),
    ): Promise<JobOutcome> {
      const context = systemContext(PROCESS, notification.client_id, claim, now())
      await execute.run(notifications, id, command, context, { retryBudgetMs: RETRY_BUDGET_MS })
      return { done: true }
    }

    /** An app says at its start which token it has. Where that is what it had said before, the device's stream does not tell, but its token does. */
    async function deactivate(
      { registration: { client_id, registration }, sentAt }: PendingOutcome,
      since: Date | null,
      reason: 'token_dead' | 'token_rejected',
    ) {
      if (await owners.isSeenSince(device, since ?? sentAt)) return
      const context = systemContext(PROCESS, client_id, claim, now())
      const command = { type: 'deactivate', registration, since: since?.toISOString() ?? null, reason } as const
      await execute.run(pushDevices, device, command, context, { retryBudgetMs: RETRY_BUDGET_MS })
      await assignToken(service, claim, device).catch(error =>
        log.warn(
          { device, err: error },
          'the token of a dead device was not released in line; the reaction releases it',
        ),
      )
    }
  }

  async function prepareSend(
    id: string,
    device: string,
    notification: Notification,
    text_sealed: string,
  ): Promise<PreparedSend | NotSent> {
    const { state } = await execute.load(pushDevices, device)
    if (!isActiveFor(state, notification)) return { failure: 'no_device' }
    const token = await openToken(service, device, state)
    if (token === null) return { failure: 'no_device' }
    const text = await openText(service, id, text_sealed)
    if (text === null) return { failure: 'text_gone' }
    const { client_id, category, priority, badge_count, sound } = notification
    const { collapse_id: collapseId, expires_at } = notification
    const badge = badge_count ?? (await countUnreadOf(notification))
    // Last of all: whose the token is may have changed a moment ago.
    const holder = await owners.holderOf({ client_id, platform, token_index: tokenIndex(service, client_id, token) })
    if (holder === null) return { inMs: UNASSIGNED_RETRY_MS }
    if (holder.device !== device) {
      // Of two devices with one token the later one gets it, and the row may not say so yet.
      return isLater(holder, { ...state, device }) ? { failure: 'no_device' } : { inMs: UNASSIGNED_RETRY_MS }
    }
    // Row and stream tell of two registrations of the device, which may be two people's: once they agree it is seen whose it is.
    if (!isOfRegistration(holder, state)) return { inMs: UNASSIGNED_RETRY_MS }
    const language = deliveryTo(notification, device)?.language ?? null
    const message: PushMessage = {
      ...{
        token,
        ...messageInLanguage(text, { language }),
        category,
        priority,
        data: text.data,
        badge,
        sound,
        collapseId,
      },
      ...{ mayBreakSilence: category === 'fraud_alert', expiresAt: new Date(expires_at) },
      notificationId: notificationStreams.notificationId(id),
    }
    if (payloadBytes(NETWORK_OF[platform], message) > PAYLOAD_BYTES_MAX) return { failure: 'payload_too_large' }
    return { registration: state, message }
  }

  async function isReachable(device: string, notification: Notification): Promise<boolean> {
    return isActiveFor((await execute.load(pushDevices, device)).state, notification)
  }

  function isActiveFor(state: DeviceState, notification: Notification): state is Registration {
    return state.status === 'active' && isOwnedBy(state, notification)
  }

  function isOwnedBy({ client_id, user_id, ...state }: Registration, notification: Notification): boolean {
    return client_id === notification.client_id && user_id === notification.user_id && state.platform === platform
  }

  /**
   * Whether the device has, or is about to get, what takes its place: it would show the older one last. A list that can't be asked keeps nothing from
   * being said.
   */
  async function isSuperseded(
    id: string,
    device: string,
    notification: Notification,
    lastSent: string | null,
  ): Promise<boolean> {
    if (notification.collapse_id === notificationStreams.notificationId(id)) return false
    const listed = await listNewer(service.db, id, notification, NEWER_MAX).catch(() => [])
    for (const other of lastSent === null ? listed : [lastSent, ...listed]) {
      const { state } = await execute.load(notifications, other)
      if (!isNotification(state) || !isNewer(state, other)) continue
      const status = deliveryTo(state, device)?.status
      if (status === 'sent' || (status === 'queued' && holdMsOf(state) <= 0)) return true
    }
    return false

    function isNewer(state: Notification, other: string): boolean {
      const [ownTime, otherTime] = [Date.parse(notification.queued_at), Date.parse(state.queued_at)]
      return otherTime === ownTime ? other > id : otherTime > ownTime
    }
  }

  function holdMsOf({ held_until }: Notification): number {
    return held_until === null ? 0 : Date.parse(held_until) - now().getTime()
  }

  /** With this one, whether the list has it by now or not. A list that can't be asked keeps nothing from being said. */
  async function countUnreadOf(notification: Notification): Promise<number> {
    const unread = await countUnread(service.db, notification).catch(() => 0)
    return notification.status === 'unread' ? Math.max(1, unread) : unread
  }
}
