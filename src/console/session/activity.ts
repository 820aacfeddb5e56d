import { pageSession } from './page-session.ts'

const REPORT_MS = 5_000

/** Keys, pointers and wheels keep the session from ending. */
export function watchActivity(): void {
  let reportedAtMs = Number.NEGATIVE_INFINITY
  const report = () => {
    const nowMs = performance.now()
    if (nowMs - reportedAtMs < REPORT_MS) return
    reportedAtMs = nowMs
    pageSession.touch()
  }
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    addEventListener(type, report, { capture: true, passive: true })
}
