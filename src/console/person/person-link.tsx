import { ERASED_ID } from '../fraud/alert-statuses.ts'
import { formatRoute } from '../routing/route.ts'
import { openPerson, pathOf } from './person-id.ts'

/** All that the console shows of the user whom a record names. */
export function PersonLink({ id }: { id: string }) {
  if (id === ERASED_ID) return <>{id}</>
  const open = (event: MouseEvent) => {
    // A new tab has no memory of an id that is not in the address: it has the form.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openPerson(id)
  }
  return (
    <a href={formatRoute(pathOf(id))} onClick={open}>
      <bdi>{id}</bdi>
    </a>
  )
}
