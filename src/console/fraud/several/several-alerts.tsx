import { useEffect, useRef } from 'preact/hooks'
import { draftOf } from '../../drafts.ts'
import { useKept } from '../../session/use-kept.ts'
import { useCommand } from '../../ui/use-command.ts'
import { FIELDS, type SentTo } from '../action-forms.tsx'
import { SeveralOutcomes } from './several-outcomes.tsx'
import { severalRun, startRun, stopRun } from './several-run.ts'

const SEVERAL = ['assign', 'escalate', 'resolve'] as const
type SeveralAction = (typeof SEVERAL)[number]

const VERBS: Record<SeveralAction, string> = { assign: 'Assign', escalate: 'Escalate', resolve: 'Resolve' }

type Props = { chosen: readonly SentTo[]; onSent(): void; onSelect(alerts: readonly string[]): void }

/** What can be done to the alerts that are selected in the queue, with an outcome for each. */
export function SeveralAlerts({ chosen, onSent, onSelect }: Props) {
  const kept = useKept<SeveralAction | null>('action', null)
  const action = kept.value
  const setAction = (to: SeveralAction | null) => {
    kept.value = to
  }
  const outcomes = useRef<HTMLHeadingElement>(null)
  const isRunning = severalRun()?.isRunning ?? false
  const form = `${action} several alerts`
  const count = chosen.length === 1 ? '1 alert' : `${chosen.length} alerts`
  const command = useCommand(async () => {
    if (action === null) return
    await startRun(action, draftOf(form).peek(), chosen)
    // What was refused can be sent again with another text.
    const refused = severalRun()?.rows.filter(({ outcome }) => outcome.is === 'refused') ?? []
    onSelect(refused.map(({ alert_id }) => alert_id))
    if (refused.length === 0) {
      draftOf(form).value = {}
      setAction(null)
    }
    onSent()
    outcomes.current?.focus()
  })
  // A page that is left sends no more.
  useEffect(() => stopRun, [])
  return (
    <>
      {chosen.length > 0 && (
        <section class="action" aria-label="Selected alerts">
          <p role="status">{count} selected</p>
          <div class="actions">
            {SEVERAL.map(one => (
              <button
                key={one}
                type="button"
                disabled={isRunning}
                aria-expanded={action === one}
                onClick={() => setAction(action === one ? null : one)}
              >
                {VERBS[one]} {count}
              </button>
            ))}
            <button type="button" onClick={() => onSelect([])}>
              Select none
            </button>
          </div>
          {action !== null && (
            <form onSubmit={command.start}>
              {FIELDS[action](form)}
              <p class="hint">They are sent one after the other while this page is open.</p>
              <button type="submit" class="primary" disabled={isRunning}>
                {VERBS[action]} {count} now
              </button>
            </form>
          )}
        </section>
      )}
      <SeveralOutcomes heading={outcomes} onSent={onSent} />
    </>
  )
}
