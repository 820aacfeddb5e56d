import { sql } from 'slonik'
import type { z } from 'zod'
import { openAlert } from '#commands/fraud/open-alert.ts'
import { alerts } from '#domain/fraud/alerts/decider.ts'
import { isAlert } from '#domain/fraud/alerts/state.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { getAccessStatus } from '#privacy/access-status.ts'
import { alerts as alertRows } from '#projections/fraud/alerts.ts'
import { fraudTransactions, TransactionRow } from '#projections/fraud/transactions.ts'
import type { OverdueCheck, Poll, Process } from '#reactions/process.ts'
import type { Candidate } from '#reactions/reaction.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'
import { findScore } from '#services/fraud/find-score.ts'

const CONCURRENCY = 8
/** People wait for alerts. */
const LAG_MS_MAX = 60_000
const PAGE = 1_000

export const alertProcess: Process<Service> = {
  queue: 'fraud-alert',
  concurrency: CONCURRENCY,
  lagMsMax: LAG_MS_MAX,

  schedule(event) {
    if (!profileStreams.has(event)) return []
    const { type, data, revision } = profileStreams.parse(event)
    if (type !== 'TransactionScored' || !data.is_alert) return []
    return [{ id: openingId(alerts.id(data.client_id, data.transaction_id), revision), dueInMs: 0 }]
  },

  cancel: event => (event.type === 'AlertOpened' ? [{ idsFrom: `${alerts.idOf(event)}:` }] : []),

  handler: service => async claim => {
    const contextFor = (clientId: string) => systemContext('fraud-alerts', clientId, claim, service.now())
    await openAlert(service, contextFor, profileStreams.idOf(claim), revisionOf(claim.id))
    return { done: true }
  },

  overdue: createOverdueCheck,
}

/** The handler reads the score again by its revision. */
function openingId(alertId: string, revision: number): string {
  return `${alertId}:${revision}`
}

function revisionOf(id: string): number {
  return Number(id.slice(id.indexOf(':') + 1))
}

function createOverdueCheck(service: Service): OverdueCheck {
  const { execute, store, now } = service

  async function candidateOf(row: UnopenedAlert, olderThanMs: number): Promise<Candidate | null> {
    const { client_id, transaction_id, profile, at } = row
    const scored = await findScore(service, profile, transaction_id, at)
    // A transaction recorded long ago may have been scored just now.
    if (scored === null || now().getTime() - Date.parse(scored.at) < olderThanMs) return null
    const id = openingId(alerts.id(client_id, transaction_id), scored.revision)
    return { id, stream: profileStreams.stream(profile) }
  }

  /** Full polls only, because they read the whole table: no index shows which of the many scores are alerts. */
  async function* findUnopened(db: Database, { olderThanMs, isFull }: Poll) {
    let after: UnopenedAlert | undefined
    do {
      if (!isFull) return
      const page = await listUnopenedAlerts(db, { olderThanMs, limit: PAGE, ...(after === undefined ? {} : { after }) })
      const found: Candidate[] = []
      for (const row of page) found.push(...[await candidateOf(row, olderThanMs)].filter(one => one !== null))
      yield found
      after = page.length < PAGE ? undefined : page.at(-1)
    } while (after !== undefined)
  }

  return {
    readModels: [fraudTransactions, alertRows],
    candidates: findUnopened,
    async outstanding({ id, stream }) {
      const revision = revisionOf(id)
      const tail = await store.readTail(stream, older => older.revision <= revision)
      const scored = tail.map(profileStreams.parse).find(event => event.revision === revision)
      if (scored?.type !== 'TransactionScored' || !scored.data.is_alert) return null
      const { client_id, transaction_id } = scored.data
      const { state } = await execute.load(alerts, alerts.id(client_id, transaction_id))
      const transaction = transactionStreams.stream(transactionStreams.id(client_id, transaction_id))
      const canOpen = !isAlert(state) && (await getAccessStatus(service, scored.data, transaction)) === 'free'
      return canOpen ? scored : null
    },
  }
}

const UnopenedRow = TransactionRow.pick({
  transaction_key: true,
  client_id: true,
  transaction_id: true,
  profile: true,
  at: true,
})
type UnopenedAlert = z.infer<typeof UnopenedRow>

type Page = { olderThanMs: number; limit: number; after?: Pick<UnopenedAlert, 'transaction_key'> }

/** Without restricted and erased persons. */
async function listUnopenedAlerts(
  db: Database,
  { olderThanMs, limit, after }: Page,
): Promise<readonly UnopenedAlert[]> {
  const from = after === undefined ? sql.fragment`true` : sql.fragment`transaction_key > ${after.transaction_key}::uuid`
  return rejectIfUnbuilt(
    db.any(sql.type(UnopenedRow)`
      select transaction_key, client_id, transaction_id, profile, at from read.fraud_transactions as t
      where (score->>'is_alert')::boolean and client_id <> '' and ${from}
        and recorded_at < (extract(epoch from clock_timestamp()) * 1000)::bigint - ${olderThanMs}::bigint
        and not exists (
          select 1 from read.alerts as a where a.client_id = t.client_id and a.transaction_id = t.transaction_id)
      order by transaction_key limit ${limit}`),
  )
}
