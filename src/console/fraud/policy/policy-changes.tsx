import { useEffect, useRef } from 'preact/hooks'
import { RecordTable } from '../../ui/record-table.tsx'
import { changesOf, type PolicyAnswer, type PolicyValues } from './policy-settings.ts'

/** Old and new, before anything is saved. */
export function PolicyChanges({ before, after }: { before: PolicyAnswer; after: PolicyValues }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  const changes = changesOf(before, after)
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        What changes
      </h2>
      {changes.length === 0 ? (
        <p>Nothing differs from version {before.version}.</p>
      ) : (
        <RecordTable
          label="What changes"
          rows={changes}
          columns={[
            { title: 'Setting', isRowTitle: true, cell: ({ name }) => <bdi>{name}</bdi> },
            { title: `Version ${before.version}`, cell: change => <del>{change.before}</del> },
            { title: 'New', cell: change => <ins>{change.after}</ins> },
          ]}
          idOf={({ name }) => name}
        />
      )}
      <p>Later scores use the new policy within a second. Earlier scores and their alerts stay as they are.</p>
    </>
  )
}
