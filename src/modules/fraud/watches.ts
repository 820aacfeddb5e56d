import { alerts } from '#domain/fraud/alerts/decider.ts'
import { alertStreams } from '#domain/fraud/alerts/events.ts'
import { isAlert } from '#domain/fraud/alerts/state.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import { standingOf } from '#privacy/access-status.ts'
import { alerts as alertRows } from '#projections/fraud/alerts.ts'
import { fraudTransactions } from '#projections/fraud/transactions.ts'
import { listUnopenedAlerts, type UnopenedAlert } from '#queries/fraud/list-unopened-alerts.ts'
import { type Arming, causeOf } from '#reactions/due-work.ts'
import type { Candidate, WatchRule } from '#reactions/reaction.ts'
import type { Service } from '#service.ts'
import { type ScoredEvent, scoreOf } from '#services/fraud/score-of.ts'
import { ALERT_QUEUE, openingId } from './open-alert-on-transaction-scored.ts'

const PAGE = 1_000

/** Which scores are owed an alert, told from the read models. Entering and rescoring leave nothing by which it could be told. */
export function fraudWatches(service: Pick<Service, 'execute' | 'store' | 'now'>): WatchRule[] {
  const { execute, store, now } = service

  async function candidateOf(row: UnopenedAlert, olderThanMs: number): Promise<Candidate | null> {
    const { client_id, transaction_id, profile, at } = row
    const scored = await scoreOf(service, profile, transaction_id, at)
    // What was recorded long ago may have been scored just now.
    if (scored === null || now().getTime() - Date.parse(scored.at) < olderThanMs) return null
    const id = openingId(alertStreams.id(client_id, transaction_id), scored.revision)
    return { id, stream: profileStreams.stream(profile) }
  }

  /** Scores are many and alerts few, and no index says which of them is to be one: the table is read only once in a while. */
  async function* unopened(db: Service['db'], { olderThanMs, thorough }: Parameters<WatchRule['open']>[1]) {
    let after: UnopenedAlert | undefined
    do {
      if (!thorough) return
      const page = await listUnopenedAlerts(db, { olderThanMs, limit: PAGE, ...(after === undefined ? {} : { after }) })
      const found: Candidate[] = []
      for (const row of page) found.push(...[await candidateOf(row, olderThanMs)].filter(one => one !== null))
      yield found
      after = page.length < PAGE ? undefined : page.at(-1)
    } while (after !== undefined)
  }

  async function owed({ id, stream }: Candidate): Promise<Arming | null> {
    const revision = Number(id.slice(id.indexOf(':') + 1))
    const tail = await store.readTail(stream, older => older.revision <= revision)
    const scored = tail.map(profileStreams.parse).find(event => event.revision === revision)
    if (scored?.type !== 'TransactionScored' || !scored.data.is_alert) return null
    return (await mayHaveAlert(scored)) ? { ...causeOf(scored), queue: ALERT_QUEUE, id, dueInMs: 0 } : null
  }

  async function mayHaveAlert({ data }: Pick<ScoredEvent, 'data'>): Promise<boolean> {
    const { client_id, transaction_id } = data
    const { state } = await execute.load(alerts, alerts.id(client_id, transaction_id))
    const transaction = transactionStreams.stream(transactionStreams.id(client_id, transaction_id))
    return !isAlert(state) && (await standingOf(service, data, transaction)) === 'free'
  }

  return [{ queue: ALERT_QUEUE, readModels: [fraudTransactions, alertRows], open: unopened, owed }]
}
