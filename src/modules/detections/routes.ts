import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { DETECTION_DATA, INVALID_DATA } from '#commands/detections/detection-data.ts'
import { DETECTIONS_MAX, type DetectionMessage, recordDetections } from '#commands/detections/record-detections.ts'
import { type DetectionKind, detectionStreams } from '#domain/detections/events.ts'
import { type Api, contextOf } from '#http/api.ts'
import { assertReadable, getAccessStatus } from '#privacy/access-status.ts'
import { detectionsList } from '#projections/detections/detections.ts'
import { ListDetectionsQuery, listDetections } from '#queries/detections/list-detections.ts'
import type { Service } from '#service.ts'
import { getDetection } from '#services/detections/read-detection.ts'
import { openContent } from '#services/detections/sealed-content.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { type ErrorCode, fieldRejection } from '#values/errors.ts'
import { ERASED } from '#values/person.ts'
import { prose } from '#values/prose.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'
import { DetectionListResponse, DetectionParams, DetectionResponse, RecordDetectionsResponse } from './schemas.ts'

const tags = ['detections']

type RecordOperation = {
  kind: DetectionKind
  operationId: string
  what: string
  /** Of the client's own plan. */
  limitCode?: ErrorCode
  tooMany?: ErrorCode
}

const RECORD_OPERATIONS: Record<string, RecordOperation> = {
  darkweb: {
    kind: 'darkweb.leak_detected',
    operationId: 'recordDarkwebLeaks',
    what: 'leaks',
    limitCode: 'DARKWEB_004',
  },
  email: {
    kind: 'phishing.email_detected',
    operationId: 'recordPhishingEmails',
    what: 'phishing e-mails',
    limitCode: 'EMAIL_006',
  },
  url: {
    kind: 'url.malicious_detected',
    operationId: 'recordMaliciousUrls',
    what: 'malicious URLs',
    limitCode: 'URL_004',
    tooMany: 'URL_002',
  },
  'spam-call': { kind: 'spam.call_blocked', operationId: 'recordSpamCalls', what: 'blocked calls' },
}

const id = plainText(ID_LENGTH_MAX).describe(
  prose(
    `Your id of the finding, 1 to ${ID_LENGTH_MAX} characters, unique among your client's of this kind. It makes the`,
    'request idempotent.',
  ),
)

function recordOperation({ kind, operationId, what, limitCode, tooMany }: RecordOperation) {
  const { description, id: name } = DETECTION_DATA[kind].meta() ?? {}
  const Input = DETECTION_DATA[kind].extend({ id }).meta({ id: `${name}Input`, ...(description && { description }) })
  return {
    config: {
      scope: 'detection:write',
      ...INVALID_DATA[kind],
      ...(limitCode && { limit: { name: 'tier', code: limitCode } }),
      errors: ['CONFLICT', 'INVALID_REQUEST', ...(tooMany ? [tooMany] : [])],
    },
    schema: {
      tags,
      operationId,
      summary: `Record ${what}, one or up to ${DETECTIONS_MAX}`,
      description: prose(
        `Records ${what} that a module around the service found: one as an object, or up to ${DETECTIONS_MAX} as an`,
        `array. Each becomes a \`${kind}\` event. The same \`id\` with the same content counts as a duplicate and`,
        'changes nothing, so the request can be repeated at any time. CONFLICT means that an id is recorded with other',
        'content, INVALID_REQUEST that the person is restricted; if any detection is refused, nothing is recorded, and',
        '`details` contain the position.',
      ),
      body: z.union([z.array(Input).min(1).max(DETECTIONS_MAX), Input]),
      response: { 201: RecordDetectionsResponse },
    },
    // Before the validation, which would have the code of bad data.
    preValidation: async ({ body }: FastifyRequest) => {
      if (tooMany && Array.isArray(body) && body.length > DETECTIONS_MAX)
        throw fieldRejection(tooMany, [{ field: 'body', reason: `must have at most ${DETECTIONS_MAX} items` }])
    },
  } as const
}

const listDetectionsOperation = {
  config: { scope: 'detection:read' },
  schema: {
    tags,
    operationId: 'listDetections',
    summary: 'List detections, the latest detected first',
    description: prose(
      "Lists your client's detections page by page, without their content. Filters are combined; an unknown or",
      'invalid filter is refused. A cursor is valid only with the filters of its page.',
    ),
    querystring: ListDetectionsQuery,
    response: { 200: DetectionListResponse },
  },
} as const

const getDetectionOperation = {
  config: { scope: 'detection:read', errors: ['NOT_FOUND'] },
  schema: {
    tags,
    operationId: 'getDetection',
    summary: 'Get a detection with its content',
    description: prose(
      'Returns a detection. The content is included until the retention time ends or the person is erased. NOT_FOUND',
      'means that your client has no such detection.',
    ),
    params: DetectionParams,
    response: { 200: DetectionResponse },
  },
} as const

/** Not in the spec, which names only the events and the error codes. */
export function detectionRoutes(api: Api, service: Service): void {
  for (const [path, operation] of Object.entries(RECORD_OPERATIONS))
    api.post(`/detections/${path}`, recordOperation(operation), async (request, reply) => {
      const context = contextOf(request, service.now())
      const time = context.now.toISOString()
      const messages = [request.body].flat().map(({ id, ...data }) => ({ id, time, data }) as DetectionMessage)
      return reply.code(201).send(await recordDetections(service, context, operation.kind, messages))
    })

  api.get('/detections', listDetectionsOperation, async ({ caller, query }) => {
    if (query.cursor === undefined) await waitForCheckpoint(service, detectionsList)
    return listDetections(service.db, caller.client_id, query)
  })

  api.get('/detections/:detection_id', getDetectionOperation, async ({ caller, params }) => {
    const { id, detection, sealed } = await getDetection(service, caller.client_id, params.detection_id)
    const { client_id, user_id, message_id, kind, severity, detected_at, recorded_at } = detection
    const stream = detectionStreams.stream(id)
    const accessStatus = user_id === null ? 'free' : await getAccessStatus(service, { client_id, user_id }, stream)
    assertReadable(accessStatus, caller)
    const isErased = accessStatus === 'erased'
    return {
      ...{ detection_id: detectionStreams.detectionId(id), kind, severity, detected_at, recorded_at },
      ...(isErased ? { id: ERASED, user_id: ERASED } : { id: message_id, user_id }),
      content: isErased ? null : await openContent(service, id, sealed),
    }
  })
}
