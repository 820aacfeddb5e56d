import { SecretOnce } from '../../ui/secret-once.tsx'
import { Time } from '../../ui/time.tsx'
import { type RotatedAnswer, STORE_SECRET } from '../endpoint.ts'

export function RotatedSecret({ of, onStored }: { of: RotatedAnswer; onStored(): void }) {
  return (
    <>
      <p>
        The new secret signs deliveries from now on. The one before also signs until{' '}
        <Time at={of.previous_expires_at} />.
      </p>
      <SecretOnce secret={of.secret} advice={STORE_SECRET} onStored={onStored} />
    </>
  )
}
