import { useEffect, useRef } from 'preact/hooks'
import { draftOf } from '../drafts.ts'
import { session } from '../session/page-session.ts'
import { Copyable } from '../ui/copyable.tsx'

type Props = { secret: string; onStored(): void }

/** A secret is in the memory of its page alone, and gone when the page is left, which asks about it first. */
export function SecretOnce({ secret, onStored }: Props) {
  const advice = useRef<HTMLParagraphElement>(null)
  const marker = draftOf('a secret that is not stored')
  const unmark = () => {
    marker.value = {}
  }
  useEffect(() => {
    marker.value = { is: 'shown' }
    // The form that had the focus is gone.
    advice.current?.focus()
    return () => {
      // It is still there after the next sign-in.
      if (session.peek().is === 'in') unmark()
    }
  }, [])
  return (
    <div class="action">
      <p ref={advice} tabIndex={-1}>
        Store the secret where your receiver reads it. It is shown now and never again.
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
