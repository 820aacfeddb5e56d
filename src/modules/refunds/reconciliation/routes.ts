import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { ResolveFlagBody, resolveFlag, resolveFlagErrors } from '#commands/refunds/resolve-flag.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { flagNotFound, reconciliations } from '#domain/refunds/reconciliation/decider.ts'
import { flagRecord } from '#domain/refunds/reconciliation/record.ts'
import { type Api, type Caller, contextOf } from '#http/api.ts'
import { createConcurrencyLimit } from '#http/concurrency-limit.ts'
import { reconciliationFlags } from '#projections/refunds/reconciliation-flags.ts'
import { ListFlagsQuery, listFlags } from '#queries/refunds/list-flags.ts'
import type { Service } from '#service.ts'
import { sandboxBookings } from '#services/refunds/payments/sandbox-statement.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import { prose } from '#values/prose.ts'
import { loadStatement, type Statement } from './load-statement.ts'
import { type ReportedDiscrepancy, reconcileStatement } from './reconcile-statement.ts'
import {
  DISCREPANCIES_MAX,
  FlagParams,
  FlagResponse,
  ListFlagsResponse,
  ReconcileStatementResponse,
  SandboxStatementQuery,
  StatementFileResponse,
  StatementQuery,
} from './schemas.ts'
import { listSettlements } from './settlements.ts'
import { StatementProblem } from './statement.ts'
import { writeStatement } from './write-statement.ts'

/** A reconciliation reads a stream per line. */
const CONCURRENT_MAX = 1
/** No bytes flow between caller and service while the statement is compared. */
const IDLE_MS_MAX = 3_600_000
const HISTORY_OF_REFUNDS = { name: 'history', prefixes: [refundStreams.prefix] }
const HISTORY_WAIT_MS_MAX = 10_000
const MEDIA_TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const
const STATEMENT_TYPES = Object.values(MEDIA_TYPES)

const tags = ['reconciliation']

const reconcileStatementOperation = {
  config: { scope: 'refund:reconcile', errors: ['INVALID_REQUEST'], bodyTypes: STATEMENT_TYPES },
  schema: {
    tags,
    operationId: 'reconcileStatement',
    summary: 'Compare a statement of the payment network with the refunds',
    description: [
      prose(
        'Takes a statement of any size, as newline-delimited JSON or CSV, and compares it with the recorded refunds',
        'of your client, in both directions. Fields of a line are `type` (transfer or reversal), `key` (the key that',
        'the network got: refund and attempt, `rf_…:0`), `reference`, `status` (succeeded or rejected; for a',
        'reversal completed or failed), `amount` in major units, `currency` and `at`; others are ignored. The first',
        'line may be the header `{"format": "payment-statement/1", "from": …, "to": …}` (in CSV',
        '`#payment-statement/1,FROM,TO`); then the last one must be the trailer `{"end": true, "lines": N}`',
        '(`#end,N`). Without a header, give the period in the query.',
      ),
      prose(
        'It pays, reverses and corrects nothing. Every discrepancy is flagged once, however many statements report',
        'it, so the request can be repeated, also after a lost response. The audit of the refund shows the flag',
        'until a person resolves it. The statement must have all money that moved within its period: a payment is',
        'missing when it was requested and recorded within the period, except for `leeway_s` at its edges.',
        '`undecided` counts payments that were not, and `decided_by` is the period that a statement must cover to',
        'decide them: let statements overlap by twice `leeway_s` plus the longest duration of a payment, and every',
        'payment is decided. Failed payments are compared where they are listed.',
      ),
      prose(
        'A statement with a wrong line is refused as a whole, before anything is compared: `details` contain the',
        'line, the field and the reason. A client can run one reconciliation at a time per process; another is',
        'refused with RATE_LIMIT_EXCEEDED.',
      ),
    ].join('\n\n'),
    querystring: StatementQuery,
    response: { 200: ReconcileStatementResponse },
  },
} as const

const listFlagsOperation = {
  config: { scope: 'refund:read' },
  schema: {
    tags,
    operationId: 'listReconciliationFlags',
    summary: 'List discrepancies with the payment network, newest first',
    description: prose(
      'Lists the flags of your client page by page; open ones by default. `GET /audit/reconciliations/{flag_id}`',
      'shows why a flag was resolved.',
    ),
    querystring: ListFlagsQuery,
    response: { 200: ListFlagsResponse },
  },
} as const

const resolveFlagOperation = {
  config: { scope: 'refund:reconcile', errors: resolveFlagErrors },
  schema: {
    tags,
    operationId: 'resolveReconciliationFlag',
    summary: 'Resolve a flag',
    description: prose(
      'Records what was found out and done about a discrepancy; it moves no money. The flag stays in the audit,',
      'with the person who resolved it and the reason, and no later statement with the same discrepancy raises it',
      'again. CONFLICT means that it was resolved for another reason.',
    ),
    params: FlagParams,
    body: ResolveFlagBody,
    response: { 200: FlagResponse },
  },
} as const

const getSandboxStatementOperation = {
  config: { scope: 'refund:reconcile', responseTypes: STATEMENT_TYPES },
  schema: {
    tags,
    operationId: 'getSandboxStatement',
    summary: 'The statement of the sandbox network',
    description: prose(
      'Streams what the sandbox network paid, rejected and reversed for your client within a period, in the format',
      'of `POST /reconciliation/statements`. Only where the sandbox pays.',
    ),
    querystring: SandboxStatementQuery,
    response: { 200: StatementFileResponse },
  },
} as const

type StatementRequest = Pick<FastifyRequest, 'raw' | 'query' | 'id' | 'ip'> & { caller: Caller }

export function reconciliationRoutes(api: Api, service: Service): void {
  const { config, db, now } = service
  const limiter = createConcurrencyLimit(CONCURRENT_MAX, 'reconciliations')

  /** It knows the refunds of each client. */
  async function waitForHistory(): Promise<void> {
    if (!(await waitForCheckpoint(service, HISTORY_OF_REFUNDS, HISTORY_WAIT_MS_MAX)))
      throw new Rejection(
        'SERVICE_UNAVAILABLE',
        { reason: 'the history is behind the recorded refunds' },
        { retryAfterS: 5 },
      )
  }

  async function* settlements(client_id: string, period: Statement['period']) {
    await waitForHistory()
    yield* listSettlements(db, client_id, period)
  }

  /** Runs while the body arrives, so the time for sending it is not limited. */
  async function handleStatement(
    request: StatementRequest,
    body: AsyncIterable<Buffer>,
  ): Promise<ReconcileStatementResponse | null> {
    const query = StatementQuery.safeParse(request.query)
    // The route refuses it like every other query.
    if (!query.success) return null
    const { from, to, leeway_s: leewayS, dry_run } = query.data
    const { client_id } = request.caller
    const release = limiter.acquire(client_id)
    const disconnected = new AbortController()
    const { socket } = request.raw
    const onClose = () => disconnected.abort()
    socket.once('close', onClose)
    let statement: Statement | undefined
    try {
      statement = await loadStatement(body, { from, to }, now())
      socket.setTimeout(IDLE_MS_MAX)
      const discrepancies: ReportedDiscrepancy[] = []
      const deps = { ...service, settled: (period: Statement['period']) => settlements(client_id, period) }
      const report = await reconcileStatement(deps, statement, {
        ...{ client_id, leewayS, signal: disconnected.signal },
        flagContext: dry_run === 'true' ? null : () => contextOf(request as FastifyRequest, now()),
        onDiscrepancy: found => discrepancies.length < DISCREPANCIES_MAX && discrepancies.push(found),
      })
      return { ...report, discrepancies }
    } catch (error) {
      throw error instanceof StatementProblem ? invalidStatement(error) : error
    } finally {
      statement?.close()
      socket.off('close', onClose)
      release()
    }
  }

  api.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([...STATEMENT_TYPES], handleStatement as never)
    scope.addContentTypeParser('*', (_request, _body, done) => done(unsupportedType()))

    scope
      .withTypeProvider<ZodTypeProvider>()
      .post('/reconciliation/statements', reconcileStatementOperation, async ({ body }) => {
        if (body === undefined || body === null)
          throw fieldRejection('INVALID_REQUEST', [{ field: 'body', reason: 'is required' }])
        return body as ReconcileStatementResponse
      })
  })

  api.get('/reconciliation/flags', listFlagsOperation, async ({ caller, query }) => {
    if (query.cursor === undefined) await waitForCheckpoint(service, reconciliationFlags)
    return listFlags(db, caller.client_id, query)
  })

  /** As `onRequest`, so that 404 comes before the body is read. */
  const assertOwnFlag = async ({ params, caller }: FastifyRequest) => {
    const parsed = reconciliations.parseFlagId((params as { flag_id: string }).flag_id)
    const { state } = parsed === null ? { state: null } : await service.execute.load(reconciliations, parsed.id)
    const isOwn = state?.flags.some(
      ({ number, client_id }) => number === parsed?.number && client_id === caller.client_id,
    )
    if (isOwn !== true) throw flagNotFound()
  }

  api.post(
    '/reconciliation/flags/:flag_id/resolve',
    { ...resolveFlagOperation, onRequest: assertOwnFlag },
    async request => {
      const { id, flag } = await resolveFlag(service, contextOf(request, now()), { ...request.body, ...request.params })
      return flagRecord(id, flag)
    },
  )

  if (config.PAYMENT_NETWORK !== 'sandbox') return
  api.get('/reconciliation/sandbox-statement', getSandboxStatementOperation, async (request, reply) => {
    const { format, ...period } = request.query
    await waitForHistory()
    reply.type(MEDIA_TYPES[format])
    reply.header('content-disposition', `attachment; filename="payment-statement.${format}"`)
    if (request.method === 'HEAD') return reply.send('' as never)
    const text = writeStatement(format, period, sandboxBookings(db, period, request.caller.client_id))
    return reply.send(Readable.from(text, { objectMode: false }) as never)
  })
}

function invalidStatement({ line, field, reason }: StatementProblem): Rejection {
  const at = line === null ? {} : { line }
  const message = 'The statement is not valid; nothing was compared.'
  return new Rejection('INVALID_REQUEST', { ...at, field, reason, fields: [{ field, reason }] }, { message })
}

function unsupportedType(): Rejection {
  const reason = `must be ${STATEMENT_TYPES.join(' or ')}`
  const message = 'The request body must be a statement.'
  return new Rejection('UNSUPPORTED_MEDIA_TYPE', { field: 'content-type', reason }, { message })
}
