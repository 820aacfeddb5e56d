import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import pMap from 'p-map'
import { EraseSubjectBody, eraseSubjectErrors, requestErasure } from '#commands/subjects/request-erasure.ts'
import { withTimeout } from '#concurrency/timeout.ts'
import { subjects } from '#domain/subjects/decider.ts'
import { type Erasure, isRestricted, type SubjectState } from '#domain/subjects/state.ts'
import { type Api, contextOf } from '#http/api.ts'
import { assertReadable } from '#privacy/access-status.ts'
import type { ErasureService } from '#privacy/subject-streams.ts'
import { subjects as subjectList } from '#projections/subjects/subjects.ts'
import { ListErasuresQuery, listErasures } from '#queries/subjects/list-erasures.ts'
import { findSubject } from '#services/subjects/find-subject.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { prose } from '#values/prose.ts'
import { advanceErasure, ERASURE_DELAY_MS } from './advance-erasure.ts'
import { exportSubject } from './export-subject.ts'
import {
  ErasureListResponse,
  ExportSubjectQuery,
  ExportSubjectResponse,
  SubjectParams,
  SubjectResponse,
} from './schemas.ts'

/** The response waits this long for progress; a person with very many refunds takes longer. */
const PROGRESS_WAIT_MS_MAX = 3_000
const CONCURRENCY = 32

const tags = ['subjects']
const config = { scope: 'subjects:erase', errors: eraseSubjectErrors } as const

const eraseSubjectOperation = {
  config,
  schema: {
    tags,
    operationId: 'eraseSubject',
    summary: 'Erase all data of a person',
    description: [
      prose(
        'Requests the erasure of a beneficiary of your client, or of a user of this service. The response takes a',
        'second, until every process knows of the request, and shows the progress; read it again to see the rest.',
        'From then on the person is restricted: not listed, not exported, readable only with the scope `audit:read`,',
        'and a new refund or a retry gets REFUND_010. Refunds in progress end first, so that no money is lost on its',
        'way.',
      ),
      prose(
        'Under a duty to retain, the data are kept for `RETENTION_YEARS` after the last refund closed. Otherwise the',
        'keys that encrypt the data of the person are deleted, and read models show `[erased]`; within a minute the',
        'data cannot be decrypted any more. Histories and their hashes stay complete.',
      ),
      prose(
        'A repeat changes nothing, with two exceptions: a duty to retain postpones an erasure that has not begun,',
        'and data recorded after an erasure are erased too. `404` means that the service has no data of the person.',
      ),
    ].join('\n\n'),

    params: SubjectParams,
    body: EraseSubjectBody,
    response: { 202: SubjectResponse.describe('The erasure is requested; the response shows its progress.') },
  },
} as const

const getSubjectOperation = {
  config,
  schema: {
    tags,
    operationId: 'getSubject',
    summary: 'The erasure status of a person',
    description: prose(
      'Reads whether the erasure of a person was requested, why and by whom, and its progress. `404` means that',
      'the service has and had no data of the person.',
    ),

    params: SubjectParams,
    response: { 200: SubjectResponse },
  },
} as const

const listErasuresOperation = {
  config: { scope: 'subjects:erase' },
  schema: {
    tags,
    operationId: 'listErasures',
    summary: 'List the erasures that are under way',
    description: prose(
      "Lists the erasures of your client's people and users that were requested and are not done, the newest request",
      'first, page by page with a cursor. Erasures that are done are not listed. An erasure that ends while the list',
      'is read is left out, so a page may have fewer than `limit`.',
    ),
    querystring: ListErasuresQuery,
    response: { 200: ErasureListResponse },
  },
} as const

const exportSubjectOperation = {
  config,
  schema: {
    tags,
    operationId: 'exportSubject',
    summary: 'Export all data of a person',
    description: prose(
      'Returns all data of a person, page by page: each refund, transaction, session and so on with all that was',
      'recorded, decrypted. Full account numbers and password hashes are never included. A restricted person also',
      'requires the scope `audit:read`. Erased data read `[erased]`.',
    ),

    params: SubjectParams,
    querystring: ExportSubjectQuery,
    response: { 200: ExportSubjectResponse },
  },
} as const

export function subjectRoutes(api: Api, service: ErasureService, settleMs: number): void {
  const find = ({ caller, params }: FastifyRequest) =>
    findSubject(service, caller.client_id, (params as { user_id: string }).user_id)
  const assertExists = async (request: FastifyRequest) => void (await find(request))

  const eraseRoute = { ...eraseSubjectOperation, preValidation: assertExists }
  api.post('/admin/subjects/:user_id/erase', eraseRoute, async (request, reply) => {
    const { user_id } = request.params
    const context = () => contextOf(request, service.now())
    const { client_id } = await requestErasure(service, context(), { ...request.body, user_id })
    const id = subjects.id({ client_id, user_id })
    // Every process knows of the erasure then, so the response holds everywhere.
    await delay(ERASURE_DELAY_MS)
    // Usually completes all but the settle time; the process continues from there, also after a failure.
    await withTimeout(PROGRESS_WAIT_MS_MAX, advanceErasure(service, id, { attempts: 0, settleMs, context })).catch(
      err => service.log.warn({ err, subject: id }, 'erasure stopped early; the process will continue it'),
    )
    return reply.code(202).send(toRecord(user_id, (await service.execute.load(subjects, id)).state))
  })

  api.get('/admin/subjects', listErasuresOperation, async ({ caller, query }) => {
    // Later pages hold older requests.
    if (query.cursor === undefined) await waitForCheckpoint(service, subjectList)
    const { page, pagination } = await listErasures(service.db, caller.client_id, query)
    const loaded = await pMap(page, ({ subject }) => service.execute.load(subjects, subject), {
      concurrency: CONCURRENCY,
    })
    const open = loaded.map(({ state }) => state).filter(isRestricted)
    const mayName = caller.scopes.includes('audit:read')
    return { data: open.map(state => toErasure(mayName ? state.user_id : null, state)), pagination }
  })

  api.get('/admin/subjects/:user_id', getSubjectOperation, async request =>
    toRecord(request.params.user_id, (await find(request)).state),
  )

  api.get('/admin/subjects/:user_id/export', exportSubjectOperation, async request => {
    const found = await find(request)
    assertReadable(isRestricted(found.state) ? 'restricted' : 'free', request.caller)
    const page = await exportSubject(service, found, request.query.cursor)
    return { subject: toRecord(request.params.user_id, found.state), ...page }
  })
}

function toRecord(user_id: string, state: SubjectState) {
  return state.status === 'absent'
    ? { user_id, status: 'active' as const, erasure: null }
    : { ...toErasure(user_id, state), user_id }
}

function toErasure(user_id: string | null, state: Erasure) {
  const { status, legal_basis, requested_at, requested_by, restricted, erased } = state
  const { retained_until, keys_deleted_at, shredded_at } = state
  const streams = new Set([...restricted.keys(), ...erased.keys()]).size
  const times = { retained_until, keys_deleted_at, shredded_at }
  return { user_id, status, erasure: { legal_basis, requested_at, requested_by, ...times, streams } }
}
