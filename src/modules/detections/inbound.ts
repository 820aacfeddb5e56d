import { type InboundKind, inboundKind } from '#bus/inbound/inbound-kind.ts'
import { DETECTION_DATA, INVALID_DATA } from '#commands/detections/detection-data.ts'
import { recordDetections } from '#commands/detections/record-detections.ts'
import type { DetectionKind } from '#domain/detections/events.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import { prose } from '#values/prose.ts'
import examples from './examples.json' with { type: 'json' }

type Words = { name: string; summary: string; description: string; example: { id: string } }

const WORDS: Record<DetectionKind, Words> = {
  'darkweb.leak_detected': {
    name: 'InboundDarkwebLeak',
    summary: 'Data of a person was found in a leak',
    description: 'The user, if known and not restricted, is notified on their devices.',
    example: examples.recordDarkwebLeaks.body,
  },
  'phishing.email_detected': {
    name: 'InboundPhishingEmail',
    summary: 'An e-mail was found to be phishing',
    description: 'The user, if known and not restricted, is notified on their devices.',
    example: examples.recordPhishingEmails.body,
  },
  'url.malicious_detected': {
    name: 'InboundMaliciousUrl',
    summary: 'A URL was found to be malicious',
    description: prose(
      'The public event contains the domain of the URL and no more. The user, if known and not restricted, is notified',
      'on their devices.',
    ),
    example: examples.recordMaliciousUrls.body,
  },
  'spam.call_blocked': {
    name: 'InboundSpamCall',
    summary: 'A call was blocked as spam',
    description: 'The user is not notified, because nothing is left to do.',
    example: examples.recordSpamCalls.body,
  },
}

/** Each kind has the data of its operation below `/detections`. */
export const detectionKinds: readonly InboundKind[] = (Object.keys(WORDS) as DetectionKind[]).map(kind => {
  const { example, ...words } = WORDS[kind]
  const { id: _, ...data } = example
  return inboundKind({
    ...{ kind, ...words, schema: DETECTION_DATA[kind], example: data, ...INVALID_DATA[kind] },
    async take(service, context, message) {
      const { recorded } = await recordDetections(service, context, kind, [message]).catch(nameData)
      return recorded > 0 ? 'recorded' : 'duplicate'
    },
  })
})

/** The id of a message is not in its data, which is where the engine looks for the field of a refusal. */
function nameData(error: unknown): never {
  if (!(error instanceof Rejection) || error.code !== 'CONFLICT' || error.details.field !== 'id') throw error
  throw fieldRejection('CONFLICT', [{ field: 'data', reason: 'differs from the data recorded with this id' }])
}
