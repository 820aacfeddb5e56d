import { Time } from '../../ui/time.tsx'
import type { RotatedAnswer } from '../endpoint.ts'
import { SecretOnce } from '../secret-once.tsx'

export function RotatedSecret({ of, onStored }: { of: RotatedAnswer; onStored(): void }) {
  return (
    <>
      <p>
        The new secret signs deliveries from now on. The one before also signs until{' '}
        <Time at={of.previous_expires_at} />.
      </p>
      <SecretOnce secret={of.secret} onStored={onStored} />
    </>
  )
}
