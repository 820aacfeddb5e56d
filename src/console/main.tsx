import { render } from 'preact'
import { App } from './app.tsx'
import { startRouting } from './routing/location.ts'
import { watchActivity } from './session/activity.ts'

startRouting()
watchActivity()
const root = document.getElementById('console')
if (root !== null) {
  root.replaceChildren()
  render(<App />, root)
}
