import { z } from 'zod'
import { LEGAL_BASIS_NAMES } from '#domain/subjects/legal-basis.ts'
import { timestamp, timestampOrNull } from '#values/instant.ts'
import { plainText } from '#values/text.ts'

const user_id = plainText(128).describe(
  'The person: your own id of a beneficiary, at most 128 characters, or `usr_` and a UUID of a user.',
)
const legal_basis = z
  .enum(LEGAL_BASIS_NAMES)
  .describe(
    'Why. `aml_retention`, `tax_retention` and `legal_claim` are duties to keep: the person is restricted now and erased `RETENTION_YEARS` after their last refund closed. Under any other the person is erased now.',
  )

export const SubjectParams = z.object({ user_id })
export const EraseSubjectBody = z.object({ legal_basis })

const status = z
  .enum(['active', 'restricted', 'retained', 'shredding', 'shredded'])
  .describe(
    'How it stands: active (no erasure was asked for), restricted (refunds that are under way end first), retained (kept until `retained_until`), shredding (the keys are deleted, what came in late is looked for), shredded (over).',
  )

/** How a person's erasure stands. */
export const SubjectResponse = z
  .object({
    user_id: z.string().describe('The person, as the path names them.'),
    status,
    erasure: z
      .object({
        legal_basis,
        requested_at: timestamp('When it was asked for'),
        requested_by: z.string().describe('The user, or service account, that asked for it.'),
        retained_until: timestampOrNull(
          'When the duty to keep ends; null where there is none, and until every refund is closed',
        ),
        keys_deleted_at: timestampOrNull(
          'When the data keys were deleted, from when on no process but those that remember one can open anything; null until then',
        ),
        shredded_at: timestampOrNull('When it was over: nothing can be opened by anybody any more; null until then'),
        streams: z.int().describe('How many objects (refunds, transactions, sessions …) were restricted or erased.'),
      })
      .nullable()
      .describe('The last erasure that was asked for; null when none was.'),
  })
  .meta({ id: 'Subject', description: 'A person of whom data are held, and how their erasure stands.' })

export const ExportSubjectQuery = z.strictObject({
  cursor: z
    .string()
    .max(400)
    .optional()
    .describe('`next_cursor` of the page before, unchanged; leave it out for the first page.'),
})

/** What is held about a person. */
export const ExportSubjectResponse = z
  .object({
    subject: SubjectResponse,
    data: z
      .array(
        z.object({
          family: z
            .string()
            .describe(
              'What it is: refund, transaction, user, session, credential, identity, or auditread: that the audit of it was read.',
            ),
          id: z.string().describe('Which one.'),
          events: z
            .array(
              z.object({
                type: z.string().describe('What happened, for example RefundRequested.'),
                at: timestamp('When it was recorded'),
                data: z
                  .record(z.string(), z.unknown())
                  .describe('What was recorded, with what is sealed of the person open; amounts are in minor units.'),
              }),
            )
            .describe('Everything that happened to it, oldest first.'),
        }),
      )
      .describe('What is held, object by object.'),
    next_cursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last page.'),
  })
  .describe('A page of what is held about the person.')
