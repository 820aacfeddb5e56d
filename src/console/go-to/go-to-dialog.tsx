import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { can } from '../api.ts'
import { openPerson } from '../person/person-id.ts'
import { go } from '../routing/location.ts'
import { type Destination, type DestinationPage, destinationsFor } from './destinations.ts'

/** Opens any page by its name and any record by its id: a combobox with a list, as in the ARIA authoring practices. */
export function GoToDialog({ places }: { places: readonly DestinationPage[] }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      // Another dialog has a question that comes first.
      if (document.querySelector('dialog[open]') === null) setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  const close = () => {
    // Before the route changes, so that the focus goes to the new page.
    dialog.current?.close()
    setOpen(false)
  }
  return (
    <>
      <button type="button" aria-keyshortcuts="Control+K Meta+K" title="Ctrl-K" onClick={() => setOpen(true)}>
        Go to
      </button>
      <dialog ref={dialog} class="go-to" aria-label="Go to" onClose={() => setOpen(false)}>
        {isOpen && <GoToBox places={places} close={close} />}
      </dialog>
    </>
  )
}

function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
}

function GoToBox({ places, close }: { places: readonly DestinationPage[]; close(): void }) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const found = destinationsFor(text, places, can)
  const open = (destination: Destination | undefined) => {
    if (destination === undefined) return
    close()
    if ('person' in destination) openPerson(destination.person)
    else go(destination)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter ends what an input method composes.
    if (event.isComposing) return
    const step = STEPS[event.key]
    if (event.key === 'Enter') open(found[active])
    else if (step !== undefined && found.length > 0) setActive((active + step + found.length) % found.length)
    else return
    event.preventDefault()
  }
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <>
      <label for={`${id}-text`}>Page, or id of a record, person or transaction</label>
      <input
        id={`${id}-text`}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Where to go">
        {found.map((destination, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are those of the field, which has the focus.
          <div
            key={destination.title}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            // The focus stays in the field.
            onMouseDown={event => event.preventDefault()}
            onClick={() => open(destination)}
          >
            <bdi>{destination.title}</bdi>
          </div>
        ))}
      </div>
      <p role="status" class="hint">
        {found.length === 0
          ? 'No page has this name, and no record an id like this.'
          : 'Arrows choose, Enter opens, Escape closes.'}
      </p>
    </>
  )
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
