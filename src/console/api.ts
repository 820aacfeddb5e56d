import { effect, signal } from '@preact/signals'
import { type Client, createClient } from '../client/client.ts'
import { callOf } from '../client/openapi.ts'
import type { OperationName } from '../client/types.ts'
import { forgetDrafts } from './drafts.ts'
import { scarceForMs } from './live/scarcity.ts'
import { go } from './routing/location.ts'
import { API_URL, pageSession, session } from './session/page-session.ts'
import type { User } from './session/session-state.ts'

/** Whose page this is. It stays while this user has to sign in again. */
export const user = signal<User | null>(null)

/** A call of a user who has signed in again goes on; that of another user does not. */
export class UserChanged extends Error {
  override readonly name = 'UserChanged'
}

/** A command whose view is gone with the session. It was not sent, or was refused for its token: it had no effect. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded'
}

/** Readings, and commands that are safe to repeat, wait while no user is signed in. */
const waiting = createClient({
  url: API_URL,
  fetch: fetchAndNote,
  session: {
    token: tokenOfUser,
    renew: async refused => (await pageSession.renew(refused)) ?? tokenOfUser(),
  },
})

/** Any other command ends with the session: no view is there for what comes of it, as a secret that is shown once. */
const prompt = createClient({
  url: API_URL,
  fetch: fetchAndNote,
  session: {
    token: async () => (await pageSession.token()) ?? endOfSession(),
    renew: async refused => (await pageSession.renew(refused)) ?? endOfSession(),
  },
})

function endOfSession(): never {
  throw new SessionEnded('Your session ended before this was done: nothing was changed.')
}

const isPrompt = (name: string) => {
  const call = callOf[name as OperationName]
  return call !== undefined && call.method !== 'GET' && call.key === 'none'
}

export const api: Client = {
  ...waiting,
  ...Object.fromEntries(Object.entries(prompt).filter(([name]) => isPrompt(name))),
}

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

async function tokenOfUser(): Promise<string | null> {
  const caller = user.value?.id
  await untilSignedIn()
  if (caller !== undefined && caller !== user.value?.id) throw new UserChanged('another user signed in')
  return pageSession.token()
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
  }
  user.value = state.user
})

export function can(scope: string): boolean {
  return user.value?.scopes.some(own => own === scope) ?? false
}
