import { useEffect, useState } from 'preact/hooks'
import { live, scarceUntilMs } from '../session/page-session.ts'

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

/** Why pages are not read again as soon as something happens. */
export function LiveNote() {
  const [, setRound] = useState(0)
  const scarce = scarceUntilMs.value
  useEffect(() => {
    const timer = setTimeout(() => setRound(round => round + 1), Math.max(0, scarce - Date.now()))
    return () => clearTimeout(timer)
  }, [scarce])
  const state = live.value
  return (
    <div class="live-note" role="status">
      {state.is === 'lost' && <p>Not live since {clock.format(state.sinceMs)}: pages are read again every minute.</p>}
      {scarce > Date.now() && (
        <p>
          Your client has few requests left until {clock.format(scarce)}: pages are read again only when you request it.
        </p>
      )}
    </div>
  )
}
