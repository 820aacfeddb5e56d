import { z } from 'zod'
import { subjects } from '#domain/subjects/decider.ts'
import { LEGAL_BASIS_NAMES } from '#domain/subjects/legal-basis.ts'
import type { Erasure } from '#domain/subjects/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { type ErasureService, hasPersonalData, mapStreams } from '#privacy/subject-streams.ts'
import { findSubject } from '#services/subjects/find-subject.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import { prose } from '#values/prose.ts'

export const legal_basis = z
  .enum(LEGAL_BASIS_NAMES)
  .describe(
    prose(
      'The legal basis. `aml_retention`, `tax_retention` and `legal_claim` are duties to keep the data: the person',
      'is restricted now and erased `RETENTION_YEARS` after their last refund closed. Under any other basis the',
      'person is erased now.',
    ),
  )
export const EraseSubjectBody = z.object({ legal_basis })

export const eraseSubjectErrors = ['NOT_FOUND'] as const satisfies readonly ErrorCode[]

/** A repeat only adds a duty to retain before the erasure has begun, or erases what was recorded after it. */
export async function requestErasure(
  service: ErasureService,
  context: Context,
  { user_id, legal_basis }: z.output<typeof EraseSubjectBody> & { user_id: string },
): Promise<Erasure> {
  const { subject, state: before, streams } = await findSubject(service, context.actor.client_id, user_id)
  const erased = before.status === 'absent' ? new Map<string, number>() : before.erased
  const hasNew = await mapStreams(service, streams, (events, stream) =>
    hasPersonalData(service.personalOf({ stream }), subject, events, erased.get(stream) ?? -1),
  )
  const command = { type: 'request', ...subject, legal_basis, hasNewData: hasNew.includes(true) } as const
  const { state } = await service.execute.run(subjects, subjects.id(subject), command, context)
  if (state.status === 'absent') throw new Rejection('NOT_FOUND')
  return state
}
