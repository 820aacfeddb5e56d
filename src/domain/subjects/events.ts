import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { internal, owner, plain } from '#event-sourcing/field-classes.ts'
import { derivedUuid } from '#values/ids.ts'
import type { Person } from '#values/person.ts'
import { LEGAL_BASIS_NAMES } from './legal-basis.ts'

/** A stream may continue after an erasure: `revision` is the last covered one. */

/** Contains the person, because a read model gets one event at a time. */
const CoveredStreams = z.strictObject(
  internal({
    client_id: z.string(),
    user_id: z.string(),
    streams: z.array(z.strictObject({ stream: z.string(), revision: z.int().nonnegative() })),
  }),
)
export type CoveredStreams = z.infer<typeof CoveredStreams>

const SubjectEvents = {
  /** `retain`: the legal basis is a duty to keep the data. `is_user`: the person logs in to this service. */
  SubjectErasureRequested: z.strictObject({
    client_id: owner(z.string()),
    ...internal({ user_id: z.string(), is_user: z.boolean() }),
    ...plain({ legal_basis: z.enum(LEGAL_BASIS_NAMES), retain: z.boolean() }),
  }),
  /** These streams are no longer listed or exported. */
  SubjectRestricted: CoveredStreams,
  /** No refund of the person is open any more; the duty to keep the data ends then. */
  SubjectRetained: z.strictObject({ until: plain(z.string()) }),
  /** The erasure can't be stopped any more. */
  SubjectShreddingStarted: z.strictObject({}),
  /** The personal data of these streams are no longer shown. */
  SubjectErased: CoveredStreams,
  /** The data keys are deleted; other processes drop cached keys within their lifetime. */
  SubjectKeysDeleted: z.strictObject({}),
  /** All caches have expired. Later data under the same id belong to a new person. */
  SubjectShredded: z.strictObject({}),
}
export type SubjectEvent = EventOf<typeof SubjectEvents>

export const subjectStreams = {
  ...category({ prefix: 'subject-', events: SubjectEvents }),
  id: ({ client_id, user_id }: Person) => derivedUuid('subject', client_id, user_id),
}
