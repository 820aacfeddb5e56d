import { useEffect, useRef } from 'preact/hooks'
import { discardDrafts } from '../drafts.ts'
import { leave, leavingTo } from './location.ts'

/** Asks before a changed form is left. */
export function LeaveDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const isOpen = leavingTo.value !== null
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  const stay = () => {
    leavingTo.value = null
  }
  return (
    <dialog ref={dialog} aria-labelledby="leave-title" onClose={stay}>
      <h2 id="leave-title">Leave without sending?</h2>
      <p>
        What you typed on this page was not sent, or has no answer yet. A secret that it shows, or gets, is not shown
        again.
      </p>
      <div class="actions">
        <button type="button" class="primary" onClick={stay}>
          Stay
        </button>
        <button
          type="button"
          onClick={() => {
            discardDrafts()
            leave()
          }}
        >
          Leave
        </button>
      </div>
    </dialog>
  )
}
