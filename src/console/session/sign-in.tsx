import { useEffect, useRef } from 'preact/hooks'
import { createClient } from '../../client/client.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import { useCommand } from '../ui/use-command.ts'
import { canUseKeys, signWithKey } from './keys.ts'
import { API_URL, pageSession } from './page-session.ts'
import type { SignedOutBecause } from './session-state.ts'

const REASONS: Record<SignedOutBecause, string | null> = {
  new: null,
  signed_out: 'You are signed out.',
  idle: 'You were signed out after 30 minutes without activity. Sign in to go on where you were.',
  expired: 'Your session has ended. Sign in to go on where you were.',
}

/** A real form, so that password managers fill it. */
export function SignIn({ because }: { because: SignedOutBecause }) {
  const form = useRef<HTMLFormElement>(null)
  const signIn = useCommand(async () => {
    const given = new FormData(form.current!)
    await pageSession.signIn(String(given.get('email')), String(given.get('password')))
  })
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  if (!isSecureContext) return <Insecure />
  return (
    <main class="sign-in">
      <h1>Security Service console</h1>
      {REASONS[because] !== null && <p>{REASONS[because]}</p>}
      <form ref={form} onSubmit={signIn.start}>
        <div class="field">
          <label for="email">E-mail address</label>
          <input id="email" name="email" type="email" autocomplete="username" required />
        </div>
        <div class="field">
          <label for="password">Password</label>
          <input id="password" name="password" type="password" autocomplete="current-password" required />
        </div>
        <button type="submit" class="primary" disabled={signIn.state.is === 'running'}>
          {signIn.state.is === 'running' ? 'Signing in' : 'Sign in'}
        </button>
        {signIn.state.is === 'failed' && <ProblemNote error={signIn.state.error} />}
      </form>
      {canUseKeys() && <KeySignIn />}
    </main>
  )
}

/** Each attempt has its own challenge: one that was answered is used up. */
function KeySignIn() {
  const signIn = useCommand(async () => {
    const { challenge_id, challenge, webauthn } = await createClient({ url: API_URL }).requestChallenge({})
    const response = await signWithKey(challenge, webauthn)
    await pageSession.signInWithKey({ type: 'webauthn', challenge_id, response })
  })
  return (
    <div class="key-sign-in">
      <button type="button" disabled={signIn.state.is === 'running'} onClick={() => void signIn.start()}>
        {signIn.state.is === 'running' ? 'Waiting for the key' : 'Use a WebAuthn key'}
      </button>
      {signIn.state.is === 'failed' && <ProblemNote error={signIn.state.error} />}
    </div>
  )
}

function Insecure() {
  return (
    <main class="sign-in">
      <h1>Security Service console</h1>
      <p role="alert">
        This page was loaded over plain HTTP, where others on the network could read your password. Open it over HTTPS,
        or on the machine of the service itself by its loopback address.
      </p>
    </main>
  )
}
