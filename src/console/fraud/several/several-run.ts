import { signal } from '@preact/signals'
import { api, user } from '../../api.ts'
import type { FormDraft } from '../../drafts.ts'
import { SEND, type SentTo } from '../action-forms.tsx'
import { isShownIn } from '../action-outcome.ts'
import type { FraudAlertAction } from '../alert-statuses.ts'
import { type RowOutcome, sendEach } from './send-each.ts'

type Run = {
  userId: string
  action: FraudAlertAction
  given: FormDraft
  isRunning: boolean
  rows: readonly (SentTo & { outcome: RowOutcome })[]
}

/** The last of several alerts that were sent together. It outlives its page, which a sign-in removes. */
const run = signal<Run | null>(null)
let isStopped = false

/** Null: this user has sent none. */
export function severalRun(): Run | null {
  return run.value?.userId === user.value?.id ? run.value : null
}

export function forgetRun(): void {
  run.value = null
}

/** The alert that is being sent is sent to its end. */
export function stopRun(): void {
  isStopped = true
}

const NOT_SENT: RowOutcome = { is: 'not_sent', text: 'not sent' }

export async function startRun(action: FraudAlertAction, given: FormDraft, alerts: readonly SentTo[]): Promise<void> {
  const rows = alerts.map(alert => ({ ...alert, outcome: NOT_SENT }))
  run.value = { userId: user.peek()?.id ?? '', action, given, isRunning: true, rows }
  await send()
}

/** Goes on with those that were not sent. */
export async function resumeRun(): Promise<void> {
  if (run.value !== null) run.value = { ...run.value, isRunning: true }
  await send()
}

async function send(): Promise<void> {
  const current = run.peek()
  if (current === null) return
  const { action, given, userId } = current
  isStopped = false
  const isOver = () => isStopped || run.peek()?.userId !== userId
  await sendEach(
    current.rows.filter(({ outcome }) => outcome.is === 'not_sent'),
    {
      send: row => SEND[action](row, given),
      isShown: async ({ alert_id }) =>
        isShownIn(await api.getFraudAlert({ path: { alert_id } }), { action, given, userId }),
      onOutcome: ({ alert_id }, outcome) =>
        change(({ rows }) => ({ rows: rows.map(row => (row.alert_id === alert_id ? { ...row, outcome } : row)) })),
      isStopped: isOver,
    },
  )
  change(() => ({ isRunning: false }))
}

function change(to: (present: Run) => Partial<Run>): void {
  const present = run.peek()
  if (present !== null) run.value = { ...present, ...to(present) }
}
