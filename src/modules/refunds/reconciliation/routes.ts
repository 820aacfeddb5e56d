import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { ResolveFlagBody, resolveFlag } from '#commands/refunds/resolve-flag.ts'
import { flagNotFound, reconciliations } from '#domain/refunds/reconciliation/decider.ts'
import { flagRecord } from '#domain/refunds/reconciliation/record.ts'
import { type Api, type Caller, contextOf } from '#http/api.ts'
import { createConcurrencyLimit } from '#http/concurrency-limit.ts'
import { ListFlagsQuery, listFlags } from '#queries/refunds/list-flags.ts'
import { listSettlements } from '#queries/refunds/list-settlements.ts'
import type { Service } from '#service.ts'
import { sandboxBookings } from '#services/refunds/payments/sandbox-statement.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import type { Statement } from './load-statement.ts'
import { loadStatement } from './load-statement.ts'
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
import { type StatementEncoding, StatementProblem } from './statement.ts'
import { writeStatement } from './write-statement.ts'

/** A reconciliation reads a stream per line. */
const CONCURRENT_MAX = 1
/** No bytes flow between caller and service while the statement is compared. */
const IDLE_MS_MAX = 3_600_000
const HISTORY_WAIT_MS_MAX = 10_000
const OWN_WRITES_WAIT_MS_MAX = 500
const MEDIA_TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const satisfies Record<
  StatementEncoding,
  string
>
const STATEMENT_TYPES = Object.values(MEDIA_TYPES)

type StatementRequest = Pick<FastifyRequest, 'raw' | 'query' | 'id' | 'ip'> & { caller: Caller }

export function reconciliationRoutes(api: Api, service: Service): void {
  const { config, db, now } = service
  const limiter = createConcurrencyLimit(CONCURRENT_MAX, 'reconciliations')
  const described = { tags: ['reconciliation'] }
  const waitFor = (subscription: string, prefixes: readonly string[], msMax: number) =>
    waitForCheckpoint(service, { subscription, prefixes, msMax })

  async function* settlements(client_id: string, period: Statement['period']) {
    if (!(await waitFor('history', ['refund-'], HISTORY_WAIT_MS_MAX)))
      throw new Rejection(
        'SERVICE_UNAVAILABLE',
        { reason: 'the history is behind what was recorded' },
        { retryAfterS: 5 },
      )
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

    scope.withTypeProvider<ZodTypeProvider>().post(
      '/reconciliation/statements',
      {
        config: { scope: 'refund:reconcile', errors: ['INVALID_REQUEST'], bodyTypes: STATEMENT_TYPES },
        schema: {
          ...described,
          operationId: 'reconcileStatement',
          summary: 'Compare a statement of the payment network with the refunds',
          description: [
            'Takes a statement of any size, as JSON line by line or CSV, and compares it with what is recorded of the refunds of your client, in both directions. Fields of a line are `type` (transfer or reversal), `key` (what the network was given: refund and attempt, `rf_…:0`), `reference`, `status` (succeeded or rejected, of a reversal completed or failed), `amount` in major units, `currency` and `at`; others are ignored. The first line may be `{"format": "payment-statement/1", "from": …, "to": …}` (in CSV `#payment-statement/1,FROM,TO`), and the last one must then be `{"end": true, "lines": N}` (`#end,N`); without it, say the period in the query.',
            'Nothing is paid, taken back or corrected by it. Every discrepancy is flagged once, whichever statements tell it how often, so a repeat is harmless, also after an answer that was lost: the audit of the refund shows the flag until somebody resolves it. What must be in the statement is money that moved: it is missing when it was both asked for and recorded within the period, save `leeway_s` at its edges. `undecided` counts what was not, and `decided_by` is the period that a statement has to cover to decide it: let statements overlap by twice `leeway_s` and the longest time that a payment takes, and nothing falls between them. Refusals are compared where they are listed.',
            'A statement with a line that is wrong is refused as a whole, before anything is compared: `details` name the line, the field and the reason. One reconciliation of a client at a time is enough for a process: RATE_LIMIT_EXCEEDED says so.',
          ].join('\n\n'),
          querystring: StatementQuery,
          response: { 200: ReconcileStatementResponse },
        },
      },
      async ({ body }) => {
        if (body === undefined || body === null)
          throw fieldRejection('INVALID_REQUEST', [{ field: 'body', reason: 'is required' }])
        return body as ReconcileStatementResponse
      },
    )
  })

  api.get(
    '/reconciliation/flags',
    {
      config: { scope: 'refund:read' },
      schema: {
        ...described,
        operationId: 'listReconciliationFlags',
        summary: 'List what the payment network says otherwise, newest first',
        description:
          'Lists the flags of your client page by page, those that nobody has resolved unless `status` says otherwise. Why one was resolved is told by `GET /audit/reconciliations/{flag_id}`.',
        querystring: ListFlagsQuery,
        response: { 200: ListFlagsResponse },
      },
    },
    async ({ caller, query }) => {
      if (query.cursor === undefined)
        await waitFor('reconciliation_flags', [reconciliations.prefix], OWN_WRITES_WAIT_MS_MAX)
      return listFlags(db, caller.client_id, query)
    },
  )

  api.post(
    '/reconciliation/flags/:flag_id/resolve',
    {
      config: { scope: 'refund:reconcile', errors: ['NOT_FOUND', 'CONFLICT'] },
      onRequest: async ({ params, caller }) => {
        const parsed = reconciliations.parseFlagId((params as { flag_id: string }).flag_id)
        const { state } = parsed === null ? { state: null } : await service.execute.load(reconciliations, parsed.id)
        const isOwn = state?.flags.some(
          ({ number, client_id }) => number === parsed?.number && client_id === caller.client_id,
        )
        if (isOwn !== true) throw flagNotFound()
      },
      schema: {
        ...described,
        operationId: 'resolveReconciliationFlag',
        summary: 'Say why nothing is left to do about a flag',
        description:
          'Records what was found out and done about a discrepancy; no money moves by it. The flag stays in the audit, with who resolved it and why, and no statement that tells the same raises it again. CONFLICT means that it was resolved for another reason.',
        params: FlagParams,
        body: ResolveFlagBody,
        response: { 200: FlagResponse },
      },
    },
    async request => {
      const { id, flag } = await resolveFlag(service, contextOf(request, now()), request.params.flag_id, request.body)
      return flagRecord(id, flag)
    },
  )

  if (config.PAYMENT_NETWORK !== 'sandbox') return
  api.get(
    '/reconciliation/sandbox-statement',
    {
      config: { scope: 'refund:reconcile', responseTypes: STATEMENT_TYPES },
      schema: {
        ...described,
        operationId: 'getSandboxStatement',
        summary: 'The statement of the sandbox network',
        description:
          'Streams what the sandbox network paid, refused and took back for your client within a period, as `POST /reconciliation/statements` takes it. It is there only where the sandbox pays.',
        querystring: SandboxStatementQuery,
        response: { 200: StatementFileResponse },
      },
    },
    async (request, reply) => {
      const { format, ...period } = request.query
      reply.type(MEDIA_TYPES[format])
      reply.header('content-disposition', `attachment; filename="payment-statement.${format}"`)
      if (request.method === 'HEAD') return reply.send('' as never)
      const text = writeStatement(format, period, sandboxBookings(db, period, request.caller.client_id))
      return reply.send(Readable.from(text, { objectMode: false }) as never)
    },
  )
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
