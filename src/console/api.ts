import { effect, signal } from '@preact/signals'
import { type Client, createClient } from '../client/client.ts'
import { callOf } from '../client/openapi.ts'
import type { OperationName } from '../client/types.ts'
import { forgetDrafts, forgetKeptElsewhere } from './drafts.ts'
import { scarceForMs } from './live/scarcity.ts'
import { go } from './routing/location.ts'
import { API_URL, pageSession, session } from './session/page-session.ts'
import type { User } from './session/session-state.ts'
import { keptPlace } from './session/use-kept.ts'

/** Whose page this is. It stays while this user has to sign in again. */
export const user = signal<User | null>(null)

/** A call of a user who has signed in again goes on; that of another user does not. */
export class UserChanged extends Error {
  override readonly name = 'UserChanged'
}

/** A call whose view is gone with the session. It was not sent, or was refused for its token: it had no effect. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded'
}

/** Whose the tokens are: a call goes on for the user alone who began it. */
const callerOf = new Map<string, string | undefined>()

/** Readings, and commands that are safe to repeat, wait while no user is signed in. */
const waiting = createClient({
  url: API_URL,
  fetch: fetchAndNote,
  session: {
    token: () => tokenOfUser(user.value?.id),
    async renew(refused) {
      const caller = callerOf.get(refused)
      const renewed = await pageSession.renew(refused)
      if (renewed === null) return tokenOfUser(caller)
      callerOf.delete(refused)
      callerOf.set(renewed, caller)
      return renewed
    },
  },
})

/** Any other call ends with the session: no view is there for what comes of it, as a secret that is shown once. */
const PROMPT = {
  url: API_URL,
  fetch: fetchAndNote,
  session: {
    token: async () => (await pageSession.token()) ?? endOfSession(),
    renew: async (refused: string) => (await pageSession.renew(refused)) ?? endOfSession(),
  },
}
const prompt = createClient(PROMPT)
/** The audit records each reading, so one is sent once. */
const once = createClient({ ...PROMPT, attemptsMax: 1 })

function endOfSession(): never {
  throw new SessionEnded('Your session ended before this was done: nothing was changed.')
}

function clientOf(name: string): Client {
  const call = callOf[name as OperationName]
  if (call === undefined) return waiting
  if (call.method !== 'GET') return call.key === 'none' ? prompt : waiting
  return call.path.startsWith('/audit/') && call.path !== '/audit/status' ? once : waiting
}

export const api = Object.fromEntries(
  Object.keys(waiting).map(name => [name, clientOf(name)[name as keyof Client]]),
) as Client

type AnswerListener = (url: string, headers: Headers) => void
const answerListeners = new Set<AnswerListener>()

/** For what an answer has in its headers alone. */
export function onAnswer(listener: AnswerListener): void {
  answerListeners.add(listener)
}

async function fetchAndNote(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  const forMs = scarceForMs(response.url, response.headers, Date.now())
  if (forMs !== null) pageSession.spare(forMs)
  for (const listener of answerListeners) listener(response.url, response.headers)
  return response
}

async function tokenOfUser(caller: string | undefined): Promise<string | null> {
  await untilSignedIn()
  const current = user.value?.id
  if (caller !== undefined && caller !== current) throw new UserChanged('another user signed in')
  const token = await pageSession.token()
  if (token !== null) callerOf.set(token, current)
  return token
}

function untilSignedIn(): Promise<void> {
  return new Promise(resolve => {
    const stop = effect(() => {
      if (session.value.is !== 'in') return
      resolve()
      // An effect runs at once, before it has returned the way to stop.
      queueMicrotask(() => stop())
    })
  })
}

/** Another user gets nothing of what the one before typed or saw. */
session.subscribe(state => {
  if (state.is !== 'in') return
  const isAnother = user.peek() !== null && user.peek()?.id !== state.user.id
  if (isAnother) {
    forgetDrafts()
    go({ path: [] })
  } else forgetKeptElsewhere(keptPlace())
  user.value = state.user
})

export function can(scope: string): boolean {
  return user.value?.scopes.some(own => own === scope) ?? false
}
