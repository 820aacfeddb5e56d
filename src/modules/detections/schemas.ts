import { z } from 'zod'
import { DETECTIONS_MAX } from '#commands/detections/record-detections.ts'
import { DETECTION_KINDS } from '#domain/detections/events.ts'
import { timestamp } from '#values/instant.ts'
import { pagination } from '#values/page.ts'
import { prose } from '#values/prose.ts'
import { RISK_LEVELS } from '#values/risk-levels.ts'

export const RecordDetectionsResponse = z
  .object({
    recorded: z.int().describe(`Detections that this request recorded, 0 to ${DETECTIONS_MAX}.`),
    duplicates: z.int().describe(`Detections whose id was recorded before, 0 to ${DETECTIONS_MAX}.`),
  })
  .describe('All detections of the request are recorded.')

export const DetectionParams = z.object({
  detection_id: z.string().describe('The detection: `det_` and a UUID, 40 characters.'),
})

const item = {
  detection_id: DetectionParams.shape.detection_id,
  kind: z.enum(DETECTION_KINDS).describe('What was detected; also the type of its public event.'),
  id: z.string().describe('The id that its message had; `[erased]` after an erasure.'),
  user_id: z
    .string()
    .nullable()
    .describe('Your id of the user who is concerned; null if unknown, `[erased]` after an erasure.'),
  severity: z.enum(RISK_LEVELS).nullable().describe('How bad it is, as reported; null if that was not reported.'),
  detected_at: timestamp('When it was detected, as reported, or else the time of its request or message'),
  recorded_at: timestamp('When it was recorded'),
}

const text = (what: string) => z.string().optional().describe(`${what}.`)
const textOrNull = (what: string) =>
  z.string().nullable().optional().describe(`${what}; null if that was not reported.`)

export const DetectionResponse = z
  .object({
    ...item,
    content: z
      .object({
        email: textOrNull('The address that was found, or that received the e-mail'),
        source: text('Where the data or the URL was found'),
        exposed: z.array(z.string()).optional().describe('What kinds of data were found.'),
        sender: text('Who the e-mail claims to come from'),
        subject: textOrNull('The subject line of the e-mail'),
        url: text('The URL, as reported'),
        domain: text('The part of the URL that the public event shows'),
        caller: text('The number that called'),
      })
      .nullable()
      .describe(
        prose(
          'The fields of its kind as they were reported, which are stored encrypted; null once they are deleted, by',
          'retention or erasure.',
        ),
      ),
  })
  .meta({ id: 'DetectionRecord', description: 'A detection.' })

export const DetectionListResponse = z
  .object({
    data: z.array(z.object(item)).describe('Detections without their content, the latest detected first.'),
    pagination,
  })
  .describe('A page of detections.')
