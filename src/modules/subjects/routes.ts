import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { findSubject, requestErasure } from '#commands/subjects/request-erasure.ts'
import { withTimeout } from '#concurrency/timeout.ts'
import { isRestricted, type SubjectState, subjects } from '#domain/subjects/decider.ts'
import { type Api, contextOf } from '#http/api.ts'
import { assertReadable } from '#privacy/access-status.ts'
import type { ErasureService } from '#privacy/subject-streams.ts'
import { advanceErasure, ERASURE_DELAY_MS } from './advance-erasure.ts'
import { exportSubject } from './export-subject.ts'
import {
  EraseSubjectBody,
  ExportSubjectQuery,
  ExportSubjectResponse,
  SubjectParams,
  SubjectResponse,
} from './schemas.ts'

/** How long the caller waits to be told more than that it was asked for; a person with very many refunds takes longer. */
const PROGRESS_WAIT_MS_MAX = 3_000

/** The rights of the people of whom data are held: to have them erased, and to be given them. */
export function subjectRoutes(api: Api, service: ErasureService, settleMs: number): void {
  const described = { tags: ['subjects'] }
  const config = { scope: 'subjects:erase', errors: ['NOT_FOUND'] } as const
  const find = ({ caller, params }: FastifyRequest) =>
    findSubject(service, caller.client_id, (params as { user_id: string }).user_id)
  const assertExists = async (request: FastifyRequest) => void (await find(request))

  api.post(
    '/admin/subjects/:user_id/erase',
    {
      config,
      preValidation: assertExists,
      schema: {
        ...described,
        operationId: 'eraseSubject',
        summary: 'Have everything erased that is held of a person',
        description: [
          'Asks for the erasure of a beneficiary of your client, or of a user of this service, and answers, after a second in which every process learns of it, how far it has come; read it again to see the rest. From the answer on the person is restricted: not listed, not exported, read with the scope `audit:read` only, and REFUND_010 for a new refund or a retry. Refunds that are under way end first, so that nobody loses money that is on its way.',
          'Then, under a duty to retain, the data are kept for `RETENTION_YEARS` after the last refund closed. Otherwise the keys are deleted that everything about the person is sealed with, and whatever read models show becomes `[erased]`; within a minute nobody can open anything any more. Histories and their hashes stay whole.',
          'Asking again changes nothing, but for a duty to retain, which holds up an erasure that has not begun, and for what came since. `404` means that nothing is held of such a person.',
        ].join('\n\n'),
        params: SubjectParams,
        body: EraseSubjectBody,
        response: { 202: SubjectResponse.describe('The erasure is asked for; so far it has come.') },
      },
    },
    async (request, reply) => {
      const { user_id } = request.params
      const context = () => contextOf(request, service.now())
      const { client_id } = await requestErasure(service, context(), user_id, request.body.legal_basis)
      const id = subjects.id({ client_id, user_id })
      // Then every process knows of it: what is answered here holds everywhere.
      await delay(ERASURE_DELAY_MS)
      // Here and now as far as it goes, which is to the end but for the settling; what fails is done by the process that goes on with it.
      await withTimeout(PROGRESS_WAIT_MS_MAX, advanceErasure(service, id, { attempts: 0, settleMs, context })).catch(
        err => service.log.warn({ err, subject: id }, 'an erasure was not taken further at once'),
      )
      return reply.code(202).send(toRecord(user_id, (await service.execute.load(subjects, id)).state))
    },
  )

  api.get(
    '/admin/subjects/:user_id',
    {
      config,
      schema: {
        ...described,
        operationId: 'getSubject',
        summary: 'How the erasure of a person stands',
        description:
          'Reads whether the erasure of a person was asked for, why and by whom, and how far it has come. `404` means that nothing is held of such a person, and nothing was.',
        params: SubjectParams,
        response: { 200: SubjectResponse },
      },
    },
    async request => toRecord(request.params.user_id, (await find(request)).state),
  )

  api.get(
    '/admin/subjects/:user_id/export',
    {
      config,
      schema: {
        ...described,
        operationId: 'exportSubject',
        summary: 'What is held about a person, to give it to them',
        description:
          'Gives everything that is held about a person, page by page: each refund, transaction, session and so on with all that was recorded, and what is sealed open. Full account numbers and hashes of passwords are not in it: they are given to nobody. For a restricted person the scope `audit:read` is needed too. What was erased reads `[erased]`.',
        params: SubjectParams,
        querystring: ExportSubjectQuery,
        response: { 200: ExportSubjectResponse },
      },
    },
    async request => {
      const found = await find(request)
      assertReadable(isRestricted(found.state) ? 'restricted' : 'free', request.caller)
      const page = await exportSubject(service, found, request.query.cursor)
      return { subject: toRecord(request.params.user_id, found.state), ...page }
    },
  )
}

function toRecord(user_id: string, state: SubjectState) {
  if (state.status === 'absent') return { user_id, status: 'active' as const, erasure: null }
  const { status, legal_basis, requested_at, requested_by, restricted, erased } = state
  const { retained_until, keys_deleted_at, shredded_at } = state
  const streams = new Set([...restricted.keys(), ...erased.keys()]).size
  const times = { retained_until, keys_deleted_at, shredded_at }
  return { user_id, status, erasure: { legal_basis, requested_at, requested_by, ...times, streams } }
}
