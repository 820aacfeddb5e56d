import { createClient } from '../../client/client.ts'
import { ServiceError } from '../../client/errors.ts'
import type { Answer } from '../../client/types.ts'
import type { SessionCalls, SignedOutBecause, SignInState } from './session-state.ts'

const IDLE_MS_MAX = 30 * 60_000

type Tokens = { access: string; refresh: string }

export type SessionKeeper = Omit<SessionCalls, 'takeTurn'> & {
  state(): SignInState
  /** A person did something in one of the pages. */
  touch(): void
  end(because: SignedOutBecause): Promise<void>
}

/**
 * Keeps the tokens of one user for all pages. The refresh token never leaves it. `url` is the address of the API;
 * `onChange` is called with each new state.
 */
export function createSessionKeeper(
  url: string,
  onChange: (state: SignInState) => void,
  idleMsMax = IDLE_MS_MAX,
): SessionKeeper {
  const anonymous = createClient({ url })
  // It has to arrive although the page that sends it is closed.
  const leaving = createClient({ url, fetch: (input, init) => fetch(input, { ...init, keepalive: true }) })
  let state: SignInState = { is: 'out', because: 'new' }
  let tokens: Tokens | null = null
  /** Access tokens of this session. A call that began in another one goes on in none by itself. */
  let issued = new Set<string>()
  let renewal: Promise<string | null> | null = null
  let touchedAtMs = performance.now()
  let idleTimer: ReturnType<typeof setTimeout> | undefined

  /** A timer that is late, after the machine slept, changes nothing: the time itself is compared. */
  function endWhenIdle(): void {
    clearTimeout(idleTimer)
    if (state.is !== 'in') return
    const leftMs = touchedAtMs + idleMsMax - performance.now()
    if (leftMs <= 0) void end('idle')
    else idleTimer = setTimeout(endWhenIdle, leftMs)
  }

  function change(to: SignInState): void {
    state = to
    endWhenIdle()
    onChange(state)
  }

  async function end(because: SignedOutBecause): Promise<void> {
    const refresh_token = tokens?.refresh
    tokens = null
    change({ is: 'out', because })
    if (refresh_token !== undefined) await endAtService(refresh_token)
  }

  /** Refused or unanswered, the session ends by its own time. */
  async function endAtService(refresh_token: string): Promise<void> {
    await leaving.logout({ body: { refresh_token } }).catch(() => undefined)
  }

  async function refresh({ refresh: refresh_token }: Tokens): Promise<string | null> {
    try {
      const { access_token } = await anonymous.refresh({ body: { refresh_token } })
      // Another user may have signed in since.
      if (tokens?.refresh !== refresh_token) return null
      tokens = { access: access_token, refresh: refresh_token }
      issued.add(access_token)
      return access_token
    } catch (error) {
      const isOver = error instanceof ServiceError && (error.status === 401 || error.status === 403)
      if (!isOver) throw error
      if (tokens?.refresh === refresh_token) await end('expired')
      return null
    }
  }

  async function begin({ access_token, refresh_token }: Answer<'login'>): Promise<void> {
    const user = await createClient({ url, token: access_token })
      .me()
      .catch(async error => {
        await endAtService(refresh_token)
        throw error
      })
    const earlier = tokens?.refresh
    tokens = { access: access_token, refresh: refresh_token }
    issued = new Set([access_token])
    touchedAtMs = performance.now()
    change({ is: 'in', user })
    // Two pages that offered the sign-in at once: no page has the earlier session any more.
    if (earlier !== undefined) void endAtService(earlier)
  }

  return {
    state: () => state,
    touch() {
      touchedAtMs = performance.now()
    },
    end,
    signIn: async (email, password) => begin(await anonymous.login({ body: { email, password } })),
    signInWithKey: async proof => begin(await anonymous.biometricLogin({ body: proof })),
    signOut: () => end('signed_out'),
    async signOutEverywhere() {
      if (tokens === null) return
      await anonymous.logout({ body: { refresh_token: tokens.refresh, everywhere: true } })
      await end('signed_out')
    },
    token: async () => tokens?.access ?? null,
    async renew(refused) {
      if (tokens === null || !issued.has(refused)) return null
      if (tokens.access !== refused) return tokens.access
      renewal ??= refresh(tokens).finally(() => {
        renewal = null
      })
      return renewal
    },
  }
}
