/** What the login endpoint and the refresh endpoint answer with, as far as it matters here. */
type Tokens = { access_token: string; refresh_token?: string }

export type Session = {
  /** Null for a caller without credentials. */
  token(): Promise<string | null>
  /** A new token in place of the one that was refused; null when there is no way to get one. */
  renew(rejectedToken: string): Promise<string | null>
}

/** One token that its owner looks after. */
export function fixedSession(token: string | null): Session {
  return { token: async () => token, renew: async () => null }
}

type TokenEndpoints = { logIn(): Promise<Tokens>; refresh(refreshToken: string): Promise<Tokens> }

/** Logs in at the first need, refreshes what has run out, and logs in again where that is refused. Calls at once share one login. */
export function loginSession({ logIn, refresh }: TokenEndpoints): Session {
  let current: Tokens | null = null
  let pending: Promise<Tokens> | null = null

  const sharePending = (get: () => Promise<Tokens>) =>
    (pending ??= get()
      .then(tokens => {
        current = tokens
        return tokens
      })
      .finally(() => {
        pending = null
      }))

  const refreshOrLogIn = async () => {
    const refreshToken = current?.refresh_token
    current = null
    if (refreshToken === undefined) return logIn()
    return refresh(refreshToken).then(
      tokens => ({ refresh_token: refreshToken, ...tokens }),
      () => logIn(),
    )
  }

  return {
    token: async () => (current ?? (await sharePending(logIn))).access_token,
    async renew(rejectedToken) {
      // Somebody else has renewed it meanwhile.
      if (pending === null && current !== null && current.access_token !== rejectedToken) return current.access_token
      return (await sharePending(refreshOrLogIn)).access_token
    },
  }
}
