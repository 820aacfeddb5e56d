type Tokens = { access_token: string; refresh_token?: string }

export type Session = {
  token(): Promise<string | null>
  /** A token in place of the rejected one; null when there is none. */
  renew(rejectedToken: string): Promise<string | null>
}

export function fixedSession(token: string | null): Session {
  return { token: async () => token, renew: async () => null }
}

type TokenEndpoints = { logIn(): Promise<Tokens>; refresh(refreshToken: string): Promise<Tokens> }

/** Logs in on first use and when a refresh fails. Concurrent calls share one login. */
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
      if (pending === null && current !== null && current.access_token !== rejectedToken) return current.access_token
      return (await sharePending(refreshOrLogIn)).access_token
    },
  }
}
