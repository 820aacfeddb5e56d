import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { useKept } from '../session/use-kept.ts'

export type ActionFormProps = { isPossible: boolean; onDone(): void; onDiscard(): void }

type Props<Action extends string> = {
  titles: Record<Action, string>
  /** What is shown when an action was accepted. */
  done: Record<Action, string>
  /** Why a user may not do this; null when nothing is known against it. */
  objectionTo(action: Action): string | null
  form(action: Action, props: ActionFormProps): ComponentChildren
}

/** What can be done to a record, and why the rest can't. */
export function RecordActions<Action extends string>({ titles, done, objectionTo, form }: Props<Action>) {
  const kept = useKept<Action | null>('action', null)
  const chosen = kept.value
  const setChosen = (action: Action | null) => {
    kept.value = action
  }
  const [ended, setEnded] = useState<Action | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const actions = Object.keys(titles) as Action[]
  const objections = [...new Set(actions.flatMap(action => objectionTo(action) ?? []))]
  const possible = actions.filter(action => objectionTo(action) === null)
  const choose = (action: Action | null) => {
    setChosen(action)
    setEnded(null)
  }
  /** The focus would be lost with the form. */
  const leaveForm = (because: Action | null) => {
    setChosen(null)
    setEnded(because)
    heading.current?.focus()
  }
  return (
    <section aria-labelledby="actions-title">
      <h2 id="actions-title" ref={heading} tabIndex={-1}>
        Actions
      </h2>
      <div class="actions">
        {possible.map(action => (
          <button
            key={action}
            type="button"
            aria-expanded={chosen === action}
            onClick={() => choose(chosen === action ? null : action)}
          >
            {titles[action]}
          </button>
        ))}
      </div>
      <p role="status">{ended !== null && done[ended]}</p>
      {chosen !== null &&
        // It stays when another user makes the action impossible: what was typed is not lost.
        form(chosen, {
          isPossible: possible.includes(chosen),
          onDone: () => leaveForm(chosen),
          onDiscard: () => leaveForm(null),
        })}
      {objections.length > 0 && (
        <ul class="objections">
          {objections.map(reason => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
