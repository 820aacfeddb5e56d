import { z } from 'zod'
import { legal_basis } from '#commands/subjects/request-erasure.ts'
import { timestamp, timestampOrNull } from '#values/instant.ts'
import { pagination } from '#values/page.ts'
import { prose } from '#values/prose.ts'
import { plainText } from '#values/text.ts'

const user_id = plainText(128).describe(
  'The person: your own id of a beneficiary, at most 128 characters, or `usr_` and a UUID of a user.',
)
export const SubjectParams = z.object({ user_id })

const status = z
  .enum(['active', 'restricted', 'retained', 'shredding', 'shredded'])
  .describe(
    prose(
      'Status: active (no erasure was requested), restricted (refunds in progress end first), retained (kept until',
      '`retained_until`), shredding (the keys are deleted and late records are erased), shredded (done).',
    ),
  )

const erasure = z.object({
  legal_basis,
  requested_at: timestamp('When it was requested'),
  requested_by: z.string().describe('The user, or service account, that requested it.'),
  retained_until: timestampOrNull(
    'When the duty to keep the data ends; null without such a duty, and until every refund is closed',
  ),
  keys_deleted_at: timestampOrNull(
    'When the data keys were deleted; from then on only processes with a cached key can decrypt the data. Null until then',
  ),
  shredded_at: timestampOrNull('When it was done: the data cannot be decrypted any more. Null until then'),
  streams: z.int().describe('Number of objects (refunds, transactions, sessions …) that were restricted or erased.'),
})

export const SubjectResponse = z
  .object({
    user_id: z.string().describe('The person, as the path names them.'),
    status,
    erasure: erasure.nullable().describe('The last requested erasure; null if there was none.'),
  })
  .meta({ id: 'Subject', description: 'A person whose data the service has, and the status of their erasure.' })

export const ErasureListResponse = z
  .object({
    data: z
      .array(
        z.object({
          user_id: z
            .string()
            .nullable()
            .describe('The person; null without the scope `audit:read`, because the person is restricted.'),
          status,
          erasure: erasure.describe('The requested erasure.'),
        }),
      )
      .describe('The erasures of this page, the newest request first.'),
    pagination,
  })
  .describe('A page of erasures that are under way.')

export const ExportSubjectQuery = z.strictObject({
  cursor: z
    .string()
    .max(400)
    .optional()
    .describe('`next_cursor` of the previous page, unchanged; omit it for the first page.'),
})

export const ExportSubjectResponse = z
  .object({
    subject: SubjectResponse,
    data: z
      .array(
        z.object({
          family: z
            .string()
            .describe(
              prose(
                'The kind of object: refund, transaction, user, session, credential, identity, or auditread, which',
                "records that the person's audit history was read.",
              ),
            ),
          id: z.string().describe('Which one.'),
          events: z
            .array(
              z.object({
                type: z.string().describe('The event type, for example RefundRequested.'),
                at: timestamp('When it was recorded'),
                data: z
                  .record(z.string(), z.unknown())
                  .describe("The recorded data, with the person's sealed texts decrypted; amounts are in minor units."),
              }),
            )
            .describe('All events of the object, oldest first.'),
        }),
      )
      .describe("The person's data, object by object."),
    next_cursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last page.'),
  })
  .describe("A page of the person's data.")
