import type { PushReason } from './reasons.ts'

/** What the queue knows of the push networks: a message, and what became of it. Nothing of the libraries behind it. */

export type PushMessage = {
  token: string
  title: string
  body: string
  category: string
  priority: 'low' | 'normal' | 'high' | 'critical'
  /** Whether it may sound where the phone is silent, which Apple grants app by app. */
  mayBreakSilence: boolean
  data: Readonly<Record<string, string>>
  badge: number
  /** Null: the platform's own. */
  sound: string | null
  /** By which a phone knows a repeat; 64 bytes at most. */
  collapseId: string
  expiresAt: Date
  /** By its public name. */
  notificationId: string
}

export type PushOutcome =
  /** The network has it, which is not to say that the phone does. */
  | { is: 'sent'; providerId: string | null }
  /** The app is gone from the device, since then where the network says so. */
  | { is: 'token-dead'; since: Date | null; reason: PushReason }
  /** The network knows no such token of ours: it is garbage, or our configuration is another app's. */
  | { is: 'token-rejected'; reason: PushReason }
  /** This message will never do, to whomever. */
  | { is: 'refused'; reason: PushReason }
  /** It is we who are refused. */
  | { is: 'credentials'; reason: PushReason }
  /**
   * Not now. `about`: whether others would fare better; `either` is what a network says both of one device and of all, which shows by how many it
   * says so of. `retryAfterMs`: by the network's own word.
   */
  | { is: 'later'; about: 'message' | 'network' | 'either'; retryAfterMs: number | null; reason: PushReason }

/** One client of one network. Reasons are of a closed list: never a token, never a text. */
export type PushSender = {
  /** Never rejects; answers within `SEND_MS_MAX`, whatever the network does. */
  send(message: PushMessage): Promise<PushOutcome>
  close(): Promise<void>
}

/** A network that says nothing for so long is not waited for. */
export const SEND_MS_MAX = 9_000
