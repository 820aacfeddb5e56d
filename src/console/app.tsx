import { user } from './api.ts'
import { Frame } from './frame.tsx'
import { isOutdated, session } from './session/page-session.ts'
import { SignIn } from './session/sign-in.tsx'

/** The page is removed, not covered, while its user has to sign in: nothing of it is left to be read. */
export function App() {
  const state = session.value
  if (state.is === 'starting') return <Starting />
  if (state.is === 'out') return <SignIn because={state.because} />
  // Another user gets a new page.
  return <Frame key={user.value?.id ?? ''} user={state.user} />
}

function Starting() {
  if (isOutdated.value) return <p role="alert">The service was updated. Load this page again.</p>
  return <p class="loading">The console is starting.</p>
}
