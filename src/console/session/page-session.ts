import { signal } from '@preact/signals'
import { type FromPage, type FromWorker, receivedError } from './messages.ts'
import { createSessionKeeper } from './session-keeper.ts'
import type { SessionCalls, SignInState } from './session-state.ts'

/** Of the page: `<API>/console`. */
export const API_URL = new URL('.', location.href.replace(/[?#].*$/s, '')).href

export const session = signal<SignInState>({ is: 'starting' })

/** Whether the worker's file is there: after an update of the service it may not be. */
export const isOutdated = signal(false)

type PageSession = SessionCalls & { touch(): void }

declare const trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string }
    }
  | undefined

export const pageSession: PageSession = typeof SharedWorker === 'undefined' ? ownSession() : sharedSession()

/** Where there is no SharedWorker, each page signs in by itself. */
function ownSession(): PageSession {
  const keeper = createSessionKeeper(API_URL, state => {
    session.value = state
  })
  session.value = keeper.state()
  addEventListener('pagehide', () => {
    if (keeper.state().is === 'in') void keeper.end('signed_out')
  })
  return keeper
}

function sharedSession(): PageSession {
  const { port } = startWorker()
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  const send = (message: FromPage) => port.postMessage(message)

  port.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if ('state' in data) {
      session.value = data.state
      return
    }
    const call = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) call?.reject(receivedError(data.error))
    else call?.resolve(data.result)
  })
  port.start()
  addEventListener('pagehide', () => send({ leave: true }))
  // A page from the browser's cache has left its session.
  addEventListener('pageshow', event => {
    if (event.persisted) location.reload()
  })

  function call<Name extends keyof SessionCalls>(name: Name) {
    return (...given: Parameters<SessionCalls[Name]>) => {
      lastId += 1
      const answer = Promise.withResolvers<unknown>()
      waiting.set(lastId, answer)
      send({ id: lastId, call: name, given } as FromPage)
      return answer.promise as ReturnType<SessionCalls[Name]>
    }
  }
  return {
    signIn: call('signIn'),
    signOut: call('signOut'),
    token: call('token'),
    renew: call('renew'),
    touch: () => send({ touch: true }),
  }
}

function startWorker(): SharedWorker {
  const path = document.querySelector('meta[name=session-worker]')?.getAttribute('content') ?? ''
  const worker = new SharedWorker(trusted(new URL(path, API_URL).href), { type: 'module', name: 'session' })
  worker.addEventListener('error', () => {
    isOutdated.value = true
  })
  return worker
}

/** The page's policy lets no other text become the address of a script. */
function trusted(url: string): string {
  if (!url.startsWith(`${API_URL}console/worker-`)) throw new Error('the page names no session worker of its own')
  if (typeof trustedTypes === 'undefined') return url
  return trustedTypes.createPolicy('console', { createScriptURL: text => text }).createScriptURL(url)
}
