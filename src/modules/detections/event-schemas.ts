import { z } from 'zod'
import type { DetectionKind } from '#domain/detections/events.ts'
import { timestamp } from '#values/instant.ts'
import { RISK_LEVELS } from '#values/risk-levels.ts'

const detectionEvent = <Object extends string, Fields extends z.ZodRawShape>(object: Object, fields: Fields) =>
  z.object({
    object: z.literal(object).describe('The kind of object that the event is about.'),
    id: z.string().describe('The detection: `det_` and a UUID.'),
    user_id: z
      .string()
      .nullable()
      .describe('Your id of the user who is concerned; null if unknown, `[erased]` after an erasure.'),
    detected_at: timestamp('When it was detected'),
    severity: z.enum(RISK_LEVELS).nullable().describe('How bad it is, as reported; null if that was not reported.'),
    ...fields,
  })

const erasable = (what: string) => z.string().describe(`${what}; \`[erased]\` once the content is deleted.`)

export const DETECTION_EVENTS = {
  'darkweb.leak_detected': detectionEvent('darkweb_leak', {
    source: erasable('Where the data was found'),
  }).describe('Data of a user that was found in a leak.'),
  'phishing.email_detected': detectionEvent('phishing_email', {
    sender: erasable('Who the e-mail claims to come from'),
  }).describe('An e-mail that was found to be phishing.'),
  'url.malicious_detected': detectionEvent('malicious_url', {
    source: erasable('Where the URL was found'),
    domain: erasable(
      'The registrable domain of the URL; its host if it has no such domain; its scheme (`javascript:`) if it has no host',
    ),
  }).describe('The domain of a malicious URL that a module around the service found.'),
  'spam.call_blocked': detectionEvent('spam_call', {
    caller: erasable('The number that called, in E.164 form'),
  }).describe('A call that was blocked as spam.'),
} satisfies Record<DetectionKind, z.ZodType>
