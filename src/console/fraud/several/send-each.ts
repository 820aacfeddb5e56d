import { ServiceError } from '../../../client/errors.ts'
import { isOutcomeUnknown, problemOf } from '../../ui/problem.ts'

/** What became of one alert of several. `not_sent`: the sending stopped before it. */
export type RowOutcome = {
  is: 'not_sent' | 'sending' | 'done' | 'done_by_another' | 'refused' | 'unknown'
  text: string
}

type Sending<Row> = {
  send(row: Row): Promise<unknown>
  /** Whether the record shows it, after an answer was lost; rejects where it can't be read. */
  isShown(row: Row): Promise<boolean>
  onOutcome(row: Row, outcome: RowOutcome): void
  isStopped(): boolean
}

/**
 * Sends one after the other, each once. It stops at an answer that was lost and at the rate limit: what stopped one
 * would stop the next too.
 */
export async function sendEach<Row>(rows: readonly Row[], sending: Sending<Row>): Promise<void> {
  for (const row of rows) {
    if (sending.isStopped()) return
    sending.onOutcome(row, { is: 'sending', text: 'being sent' })
    try {
      await sending.send(row)
      sending.onOutcome(row, { is: 'done', text: 'done' })
    } catch (error) {
      sending.onOutcome(row, await outcomeOfFailure(error, () => sending.isShown(row)))
      if (isOutcomeUnknown(error) || !(error instanceof ServiceError) || error.status === 429) return
    }
  }
}

async function outcomeOfFailure(error: unknown, isShown: () => Promise<boolean>): Promise<RowOutcome> {
  if (isOutcomeUnknown(error)) {
    const isDone = await isShown().catch(() => false)
    if (isDone) return { is: 'done', text: 'done: no answer came, but the record shows it' }
    return { is: 'unknown', text: 'unknown: no answer came. Look at the alert before you try again.' }
  }
  if (error instanceof ServiceError && error.code === 'CONFLICT') {
    const { status, assigned_to } = error.details
    const now = assigned_to === undefined ? status : assigned_to === null ? 'unassigned' : `assigned to ${assigned_to}`
    return { is: 'done_by_another', text: `already done by another: it is ${now} now` }
  }
  const { message, reference } = problemOf(error)
  return { is: 'refused', text: `refused: ${message}${reference === null ? '' : ` (${reference})`}` }
}
