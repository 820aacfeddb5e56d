import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { derivedUuid } from '#values/ids.ts'
import type { Person } from '#values/person.ts'
import { LEGAL_BASIS_NAMES } from './legal-basis.ts'

/**
 * What becomes of the data of one person, in `subject-<uuid of client and user_id>`. A stream may be erased and go on: `revision` says up
 * to which event of it.
 */

/** Whose the streams are; read models, which see one event at a time, go by it. */
const CoveredStreams = z.strictObject({
  client_id: z.string(),
  user_id: z.string(),
  streams: z.array(z.strictObject({ stream: z.string(), revision: z.int().nonnegative() })),
})
export type CoveredStreams = z.infer<typeof CoveredStreams>

const SubjectEvents = {
  /**
   * Somebody wants the person's data erased; from here on they are restricted. `retain`: the basis is a duty to keep them.
   * `is_user`: they log in to this service themselves.
   */
  SubjectErasureRequested: z.strictObject({
    client_id: z.string(),
    user_id: z.string(),
    is_user: z.boolean(),
    legal_basis: z.enum(LEGAL_BASIS_NAMES),
    retain: z.boolean(),
  }),
  /** These streams are listed and exported no more. */
  SubjectRestricted: CoveredStreams,
  /** Nothing of the person's is under way any more; the duty to keep their data ends then. */
  SubjectRetained: z.strictObject({ until: z.string() }),
  /** From here on there is no way back. */
  SubjectShreddingStarted: z.strictObject({}),
  /** Of these streams nothing is told any more that is about the person. */
  SubjectErased: CoveredStreams,
  /** The data keys are gone; processes that remember one forget it within their time. */
  SubjectKeysDeleted: z.strictObject({}),
  /** Nobody can open anything any more of what was sealed for the person; whoever is told of them from now on comes anew. */
  SubjectShredded: z.strictObject({}),
}
export type SubjectEvent = EventOf<typeof SubjectEvents>

export const subjectStreams = {
  ...category({ prefix: 'subject-', events: SubjectEvents }),
  /** The stream's id of a client's person. */
  id: ({ client_id, user_id }: Person) => derivedUuid('subject', client_id, user_id),
}
