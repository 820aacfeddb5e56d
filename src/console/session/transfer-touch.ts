const GAP_MS = 5_000
/** Far below the time after which a session ends without a touch. */
const UPLOAD_TOUCH_MS = 60_000

/** Passes on at most one touch in five seconds: each is a message to the thread that keeps the session. */
export function pacedTouch(touch: () => void, nowMs: () => number = () => performance.now()): () => void {
  let touchedAtMs = Number.NEGATIVE_INFINITY
  return () => {
    if (nowMs() - touchedAtMs < GAP_MS) return
    touchedAtMs = nowMs()
    touch()
  }
}

/** Touches while a file is sent: the browser does not report its bytes, and the service ends one that stands still. */
export async function touchWhile<T>(touch: () => void, upload: Promise<T>, gapMs = UPLOAD_TOUCH_MS): Promise<T> {
  const timer = setInterval(touch, gapMs)
  try {
    return await upload
  } finally {
    clearInterval(timer)
  }
}
