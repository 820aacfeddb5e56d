import { useEffect, useRef, useState } from 'preact/hooks'
import { Copyable } from '../ui/copyable.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { heldPerson, hidePerson, mayBeInAddress, openPerson } from './person-id.ts'
import { PersonSections } from './person-sections.tsx'

/** `id`: of the address, if it has one. */
export function PersonPage({ id: inAddress }: { id: string | undefined }) {
  const [round, setRound] = useState(0)
  const isExposed = inAddress !== undefined && !mayBeInAddress(inAddress)
  useEffect(() => {
    if (isExposed) hidePerson(inAddress)
  }, [isExposed, inAddress])
  const id = inAddress ?? heldPerson()
  return (
    <>
      <PageTitle title="Person" reload={() => setRound(round + 1)} />
      <PersonForm />
      {id === null ? (
        <p>Enter the id by which your systems know a user. What the service has of them is shown here.</p>
      ) : (
        <>
          <p>
            <Copyable text={id} name="the id of the person" />
          </p>
          {!mayBeInAddress(id) && (
            <p class="hint">
              This id looks like an e-mail address: it is not in the address of the page, so it can't be linked.
            </p>
          )}
          <PersonSections key={`${id} ${round}`} id={id} />
        </>
      )}
    </>
  )
}

function PersonForm() {
  const input = useRef<HTMLInputElement>(null)
  const open = (event: Event) => {
    event.preventDefault()
    const id = input.current?.value.trim() ?? ''
    if (id !== '') openPerson(id)
  }
  return (
    <search aria-label="Find a person">
      <form class="filters" onSubmit={open}>
        <label>
          User id
          <input ref={input} name="person" autocomplete="off" maxLength={128} required />
        </label>
        <button type="submit">Show</button>
      </form>
    </search>
  )
}
