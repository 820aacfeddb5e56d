import { pageSession } from './page-session.ts'
import { pacedTouch } from './transfer-touch.ts'

/** Keys, pointers and wheels keep the session from ending. */
export function watchActivity(): void {
  const report = pacedTouch(pageSession.touch)
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    addEventListener(type, report, { capture: true, passive: true })
}
