import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { ServiceError } from '../../client/errors.ts'
import { api, user } from '../api.ts'
import { go } from '../routing/location.ts'
import { CommandProblem } from '../ui/command-problem.tsx'
import { isOutcomeUnknown } from '../ui/problem.ts'
import { useCommand } from '../ui/use-command.ts'

/** Each try is another alert, which another user may have taken since the list was read. */
const TRIES_MAX = 20

export function useTakeNext() {
  const isEmpty = useMemo(() => signal(false), [])
  const command = useCommand(async isThere => {
    isEmpty.value = false
    const taken = await takeOldest()
    if (taken === null) isEmpty.value = true
    else if (isThere()) go({ path: ['fraud', 'alerts', taken] })
  })
  return {
    start: () => void command.start(),
    isRunning: command.state.is === 'running',
    note: (
      <>
        <p role="status">{isEmpty.value && 'No alert is left without an assignee.'}</p>
        <CommandProblem state={command.state} unknown="Look at the alerts that are assigned to you." />
      </>
    ),
  }
}

/** Assigns the oldest alert that has no assignee to this user. Null: there is none, or others had all of them. */
async function takeOldest(): Promise<string | null> {
  const { data } = await api.listFraudAlerts({ query: { unassigned: 'true', sort: 'oldest', limit: TRIES_MAX } })
  for (const { alert_id } of data) if (await isTaken(alert_id)) return alert_id
  return null
}

/** False: another user has it, or this user may not read it. */
async function isTaken(alert_id: string): Promise<boolean> {
  const path = { alert_id }
  try {
    await api.assignFraudAlert({ path, body: { expected_assigned_to: null } })
    return true
  } catch (error) {
    if (error instanceof ServiceError && [403, 404, 409].includes(error.status)) return false
    const isMine = isOutcomeUnknown(error) && (await api.getFraudAlert({ path })).assigned_to === user.peek()?.id
    if (isMine) return true
    throw error
  }
}
