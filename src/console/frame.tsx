import { useEffect, useRef } from 'preact/hooks'
import { GoToDialog } from './go-to/go-to-dialog.tsx'
import { LiveNote } from './live/live-note.tsx'
import { LeaveDialog } from './routing/leave-dialog.tsx'
import { route } from './routing/location.ts'
import { formatRoute } from './routing/route.ts'
import { pageSession } from './session/page-session.ts'
import type { User } from './session/session-state.ts'
import { loadSettings, settings } from './settings.ts'
import { openPlaces } from './views.tsx'

/** Menu and page of a user who is signed in. */
export function Frame({ user }: { user: User }) {
  const [first, ...rest] = route.value.path
  const places = openPlaces()
  const place = first === undefined ? places[0] : places.find(({ path }) => path === first)
  const page = useRef<HTMLElement>(null)
  const environment = settings.value?.environment
  const shown = route.value.path.join('/')
  useEffect(() => {
    document.title = `${place?.title ?? 'Not found'} – Security Service console`
    page.current?.focus()
  }, [shown])
  useEffect(() => {
    if (user.role !== 'consumer') void loadSettings()
  }, [])
  if (user.role === 'consumer') return <NotForConsumers />
  return (
    <div class="frame">
      <a class="skip" href={location.hash} onClick={skipTo(page)}>
        Skip to the page
      </a>
      <header>
        <strong>Security Service</strong>
        {environment !== undefined && <span class={`environment environment-${environment}`}>{environment}</span>}
        <nav aria-label="Pages">
          {places.map(({ path, title }) => (
            <a key={path} href={formatRoute({ path: [path] })} aria-current={path === place?.path ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <GoToDialog places={places.map(({ path, title }) => ({ path: [path], title }))} />
        <span class="user">
          <span title="Your role">{user.role}</span>
          <button type="button" onClick={() => void pageSession.signOut()}>
            Sign out
          </button>
        </span>
      </header>
      <main ref={page} tabIndex={-1}>
        {place?.show(rest) ?? <NotFound />}
      </main>
      <LiveNote />
      <LeaveDialog />
    </div>
  )
}

const skipTo = (page: { current: HTMLElement | null }) => (event: Event) => {
  event.preventDefault()
  page.current?.focus()
}

function NotFound() {
  return (
    <>
      <h1>Not found</h1>
      <p>This page does not exist, or your role does not open it.</p>
    </>
  )
}

function NotForConsumers() {
  return (
    <main class="sign-in">
      <h1>Security Service console</h1>
      <p>
        The console is for the staff of banks and fintechs. Your account is that of a consumer: use your bank's app.
      </p>
      <button type="button" onClick={() => void pageSession.signOut()}>
        Sign out
      </button>
    </main>
  )
}
