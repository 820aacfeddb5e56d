import { useMemo } from 'preact/hooks'
import { user } from '../api.ts'
import { nameOf } from '../user-names.ts'

/** A colleague by name, with the id as title; the id where there is no name. */
export function UserName({ id }: { id: string }) {
  const name = useMemo(() => nameOf(id), [id])
  const shown = name.value ?? id
  return <span title={id}>{id === user.value?.id ? `${shown} (you)` : shown}</span>
}
