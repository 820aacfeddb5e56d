import { setTimeout as delay } from 'node:timers/promises'
import { type DeviceState, pushDevices, type Registration } from '#domain/notifications/devices/decider.ts'
import type { PushPlatform } from '#domain/notifications/devices/events.ts'
import { messageInLanguage } from '#domain/notifications/messages.ts'
import {
  type DeviceOutcome,
  deliveryTo,
  holdMsOf,
  isNotification,
  type Notification,
  type NotificationState,
  notifications,
} from '#domain/notifications/notifications/decider.ts'
import {
  notificationStreams,
  type PushFailure,
  UNREACHABLE_FAILURES,
  type UnreachableFailure,
} from '#domain/notifications/notifications/events.ts'
import { PAYLOAD_BYTES_MAX, payloadBytes } from '#edge/push/payload.ts'
import type { PushMessage, PushOutcome } from '#edge/push/push-sender.ts'
import type { JobOutcome } from '#reactions/job-runner.ts'
import type { ClaimedJob } from '#reactions/job-store.ts'
import { systemContext } from '#reactions/system-context.ts'
import { assignToken } from '#services/notifications/assign-token.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { readNotification } from '#services/notifications/read-notification.ts'
import { openText, openToken, tokenIndex } from '#services/notifications/sealing.ts'
import { isLater, isOfRegistration } from '#services/notifications/token-owners.ts'
import { countUnread } from '#services/notifications/unread.ts'
import { findOtherDevices } from './find-other-devices.ts'
import { createInFlightGuard } from './in-flight-guard.ts'
import { isSuperseded } from './is-superseded.ts'
import { createPendingOutcomes, type PendingOutcome } from './pending-outcomes.ts'
import type { PushClient } from './push-client.ts'
import { NETWORK_OF } from './push-networks.ts'
import { parsePushJobId } from './push-process.ts'

const PROCESS = 'push-process'
/** The devices of one notification append to its stream at the same time. */
const RETRY_BUDGET_MS = 2_000
/** Backoff without Retry-After: 1, 2, 4 … 60 s, plus up to 25 %. */
const RETRY_MS_MIN = 1_000
const RETRY_MS_MAX = 60_000
const JITTER = 0.25
const UNASSIGNED_RETRY_MS = 500
/** Jobs hold their slot for this time during an outage, so that a long queue is not claimed over and over. */
const OUTAGE_HOLD_MS = 500
const OUTAGE_JITTER_MS = 2_000
const IN_FLIGHT_RETRY_MS = 250

type PreparedSend = { registration: Registration; message: PushMessage }
type NotSent = { failure: PushFailure } | { inMs: number }

/** One notification on one device. After a kill it sends again: the device recognises a repeat by its collapse id. */
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
    const holdMs = holdMsOf(notification, now())
    if (holdMs > 0) return { inMs: holdMs, attempts: 0 }
    const collapseKey = `${device} ${notification.collapse_id}`
    const lastSent = inFlightGuard.lastSent(collapseKey)
    if (await isSuperseded(service, { id, device, notification, lastSent })) return fail('superseded')

    const outageMs = pushClient.acquire()
    if (outageMs > 0) {
      if (!(await isReachable(device, notification))) return fail('no_device')
      await delay(OUTAGE_HOLD_MS)
      return { inMs: Math.min(outageMs + Math.random() * OUTAGE_JITTER_MS, timeToLiveMs), attempts: claim.attempts }
    }
    let outcome: PushOutcome | undefined
    try {
      const prepared = await prepareSend(id, device, notification, text_sealed)
      if ('failure' in prepared) return await fail(prepared.failure)
      if ('inMs' in prepared) return { inMs: prepared.inMs, attempts: claim.attempts }
      if (!inFlightGuard.acquire(collapseKey, id, lastSent))
        return { inMs: IN_FLIGHT_RETRY_MS, attempts: claim.attempts }
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

    /** A device that registered again in the meantime is retried with its new token. */
    async function failUnreachable(tried: Registration, reason: UnreachableFailure): Promise<JobOutcome> {
      const { state } = await execute.load(pushDevices, device)
      const isReregistered = isActiveFor(state, notification) && !isOfRegistration(state, tried)
      return isReregistered ? retryLater(null) : fail(reason)
    }

    /** Not later than its expiry, which is then recorded. */
    function retryLater(retryAfterMs: number | null): JobOutcome {
      const gapMs = Math.min(RETRY_MS_MIN * 2 ** claim.attempts, RETRY_MS_MAX)
      const inMs = Math.max(gapMs, retryAfterMs ?? 0) * (1 + Math.random() * JITTER)
      const remainingMs = Date.parse(notification.expires_at) - now().getTime()
      return { inMs: Math.max(0, Math.min(inMs, remainingMs)), attempts: claim.attempts + 1 }
    }

    /** When the device is unreachable, the same append names the other devices: a kill loses neither. */
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

    /** An app registers at each start. An unchanged registration appends no event, but updates the token row. */
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
        log.warn({ device, err: error }, 'token release failed; will be retried by the queue'),
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
    // Checked last: the owner of the token may have changed a moment ago.
    const holder = await owners.holderOf({ client_id, platform, token_index: tokenIndex(service, client_id, token) })
    if (holder === null) return { inMs: UNASSIGNED_RETRY_MS }
    if (holder.device !== device) {
      // Of two devices with one token, the later has it; the row may lag.
      return isLater(holder, { ...state, device }) ? { failure: 'no_device' } : { inMs: UNASSIGNED_RETRY_MS }
    }
    // Row and stream name two registrations, maybe of two users: wait until they agree.
    if (!isOfRegistration(holder, state)) return { inMs: UNASSIGNED_RETRY_MS }
    const language = deliveryTo(notification, device)?.language ?? null
    const message: PushMessage = {
      ...{ token, ...messageInLanguage(text, { language }), category, priority },
      ...{ data: text.data, badge, sound, collapseId },
      ...{ isCriticalAlertAllowed: category === 'fraud_alert', expiresAt: new Date(expires_at) },
      notificationId: notificationStreams.notificationId(id),
    }
    if (payloadBytes(NETWORK_OF[platform], message) > PAYLOAD_BYTES_MAX) return { failure: 'payload_too_large' }
    return { registration: state, message }
  }

  async function isReachable(device: string, notification: Notification): Promise<boolean> {
    return isActiveFor((await execute.load(pushDevices, device)).state, notification)
  }

  function isActiveFor(state: DeviceState, notification: Notification): state is Registration {
    const { client_id, user_id } = notification
    if (state.status !== 'active' || state.platform !== platform) return false
    return state.client_id === client_id && state.user_id === user_id
  }

  /** At least 1, because the list may lag. Sends when the list is unavailable. */
  async function countUnreadOf(notification: Notification): Promise<number> {
    const unread = await countUnread(service.db, notification).catch(() => 0)
    return notification.status === 'unread' ? Math.max(1, unread) : unread
  }
}
