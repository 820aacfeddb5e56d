import { useEffect, useRef } from 'preact/hooks'
import { draftOf } from '../drafts.ts'
import { session } from '../session/page-session.ts'
import { Copyable } from './copyable.tsx'

type Props = { secret: string; advice: string; onStored(): void }

/** A secret is in the memory of its view alone, and gone when the view is left, which the page asks about first. */
export function SecretOnce({ secret, advice, onStored }: Props) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  const marker = draftOf('a secret that is not stored')
  const unmark = () => {
    marker.value = {}
  }
  useEffect(() => {
    marker.value = { is: 'shown' }
    // The form that had the focus is gone.
    paragraph.current?.focus()
    return () => {
      // It is still there after the next sign-in.
      if (session.peek().is === 'in') unmark()
    }
  }, [])
  return (
    <div class="action">
      <p ref={paragraph} tabIndex={-1}>
        {advice}
      </p>
      <p>
        <Copyable text={secret} name="the secret" />
      </p>
      <div class="actions">
        <button
          type="button"
          class="primary"
          onClick={() => {
            unmark()
            onStored()
          }}
        >
          I have stored it
        </button>
      </div>
    </div>
  )
}
