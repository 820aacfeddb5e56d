import type { PushReason } from './reasons.ts'

/** The interface of the push networks, without anything of their libraries. */

export type PushMessage = {
  token: string
  title: string
  body: string
  category: string
  priority: 'low' | 'normal' | 'high' | 'critical'
  /** May be an Apple critical alert, which sounds on a muted phone; Apple grants it per app. */
  isCriticalAlertAllowed: boolean
  data: Readonly<Record<string, string>>
  badge: number
  sound: string | null
  /** A phone replaces a notification by one with the same id; at most 64 bytes. */
  collapseId: string
  expiresAt: Date
  notificationId: string
}

export type PushOutcome =
  /** The network accepted it; the phone may not have it yet. */
  | { is: 'sent'; providerId: string | null }
  /** The app was removed from the device. `since`: where the network states it. */
  | { is: 'token-dead'; since: Date | null; reason: PushReason }
  /** The network does not know the token: it is invalid, or our credentials belong to another app. */
  | { is: 'token-rejected'; reason: PushReason }
  | { is: 'refused'; reason: PushReason }
  | { is: 'credentials'; reason: PushReason }
  /**
   * Retry. `about`: what the limit or failure concerns; `either` is a limit of one device or of all, which only the
   * number of devices shows. `retryAfterMs`: as the network states.
   */
  | { is: 'later'; about: 'message' | 'network' | 'either'; retryAfterMs: number | null; reason: PushReason }

/** Reasons are from a closed list: never a token, never a text. */
export type PushSender = {
  /** Never rejects; resolves within `SEND_MS_MAX`. */
  send(message: PushMessage): Promise<PushOutcome>
  close(): Promise<void>
}

export const SEND_MS_MAX = 9_000
