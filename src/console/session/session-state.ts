import type { Answer, Input } from '../../client/types.ts'

/** Who is signed in, with the scopes that decide what the console shows. */
export type User = Answer<'me'>

/** `idle`: 30 minutes passed without a touch. `expired`: the service refused to go on. */
export type SignedOutBecause = 'new' | 'signed_out' | 'idle' | 'expired'

export type SignInState = { is: 'starting' } | { is: 'out'; because: SignedOutBecause } | { is: 'in'; user: User }

/** What a page can do with the session, which may be kept in another thread. */
export type SessionCalls = {
  signIn(email: string, password: string): Promise<void>
  /** With the answer of a WebAuthn key to a challenge. */
  signInWithKey(proof: Input<'biometricLogin'>['body']): Promise<void>
  signOut(): Promise<void>
  /** Ends every session of the user, then this one. Rejects when the others may be open. */
  signOutEverywhere(): Promise<void>
  /** Null: no user is signed in. */
  token(): Promise<string | null>
  /** A token in place of one that the service refused; null when its session is over. */
  renew(refused: string): Promise<string | null>
  /** Waits until a reading that no person requested may be sent. `requests`: how many it makes. */
  takeTurn(requests: number): Promise<void>
}
