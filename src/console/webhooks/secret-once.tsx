import { Copyable } from '../ui/copyable.tsx'

type Props = { secret: string; onStored(): void }

/** A secret is in the memory of its view alone, and gone when the view is left. */
export function SecretOnce({ secret, onStored }: Props) {
  return (
    <div class="action">
      <p role="status">Store the secret where your receiver reads it. It is shown now and never again.</p>
      <p>
        <Copyable text={secret} name="the secret" />
      </p>
      <div class="actions">
        <button type="button" class="primary" onClick={onStored}>
          I have stored it
        </button>
      </div>
    </div>
  )
}
