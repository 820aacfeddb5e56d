import { useEffect, useRef } from 'preact/hooks'
import { Scrolling } from '../../ui/scrolling.tsx'
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
        <Scrolling label="What changes">
          <table>
            <thead>
              <tr>
                <th scope="col">Setting</th>
                <th scope="col">Version {before.version}</th>
                <th scope="col">New</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(change => (
                <tr key={change.name}>
                  <th scope="row">
                    <bdi>{change.name}</bdi>
                  </th>
                  <td>
                    <del>{change.before}</del>
                  </td>
                  <td>
                    <ins>{change.after}</ins>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
      <p>Later scores use the new policy within a second. Earlier scores and their alerts stay as they are.</p>
    </>
  )
}
