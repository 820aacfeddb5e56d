import type { DetectionKind } from './events.ts'

/** The sealed part of a detection, by kind. */
type Contents = {
  'darkweb.leak_detected': { email: string; source: string; exposed: string[] }
  'phishing.email_detected': { sender: string; subject: string | null; email: string | null }
  /** `domain`: what the public event shows of the URL. */
  'url.malicious_detected': { url: string; source: string; domain: string }
  'spam.call_blocked': { caller: string }
}

export type DetectionContent<Kind extends DetectionKind = DetectionKind> = Contents[Kind]
