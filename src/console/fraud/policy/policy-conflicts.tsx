import { useEffect, useRef } from 'preact/hooks'
import { user } from '../../api.ts'
import { RecordTable } from '../../ui/record-table.tsx'
import { Time } from '../../ui/time.tsx'
import { conflictsOf, type PolicyAnswer, type PolicyValues } from './policy-settings.ts'

type Props = { base: PolicyAnswer; theirs: PolicyAnswer; mine: PolicyValues; onKeep(): void; onDiscard(): void }

/** Another user saved first: what both changed, side by side. Nothing is decided by itself. */
export function PolicyConflicts({ base, theirs, mine, onKeep, onDiscard }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  const conflicts = conflictsOf(base, theirs, mine)
  const isSame = conflicts.every(conflict => conflict.theirs === conflict.mine)
  const by = theirs.set_by === user.value?.id ? 'you' : theirs.set_by
  return (
    <section aria-labelledby="conflict-title">
      <h2 id="conflict-title" ref={heading} tabIndex={-1}>
        The policy was changed before yours arrived
      </h2>
      <p role="alert">
        Version {theirs.version} was set by {by}, {theirs.set_at && <Time at={theirs.set_at} />}.{' '}
        {isSame ? 'It has all that you typed.' : `Yours began at version ${base.version} and is not saved.`}
      </p>
      {conflicts.length > 0 && (
        <RecordTable
          label="Both changes"
          rows={conflicts}
          columns={[
            {
              title: 'Setting',
              isRowTitle: true,
              cell: ({ name, isBoth }) => (
                <>
                  <bdi>{name}</bdi>
                  {isBoth && <div class="hint">changed by both</div>}
                </>
              ),
            },
            { title: `Version ${base.version}`, cell: conflict => conflict.base },
            { title: `Theirs, version ${theirs.version}`, cell: conflict => conflict.theirs },
            { title: 'Yours', cell: conflict => conflict.mine },
          ]}
          idOf={({ name }) => name}
          isMarked={({ isBoth }) => isBoth}
        />
      )}
      <div class="actions">
        {!isSame && (
          <button type="button" class="primary" onClick={onKeep}>
            Put your changes on version {theirs.version}
          </button>
        )}
        <button type="button" onClick={onDiscard}>
          {isSame ? 'Close' : `Keep version ${theirs.version}, discard yours`}
        </button>
      </div>
    </section>
  )
}
