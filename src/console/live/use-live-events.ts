import { useEffect, useState } from 'preact/hooks'
import { onStreamItem } from '../session/page-session.ts'
import { isAbout, type LiveEvent } from './concerns.ts'

/** The events of an object that came since the view is there, the newest first. */
export function useLiveEvents(id: string): readonly LiveEvent[] {
  const [events, setEvents] = useState<readonly LiveEvent[]>([])
  useEffect(
    () =>
      onStreamItem(item => {
        if (item.type === 'event' && isAbout(item.event, id)) setEvents(known => [item.event, ...known])
      }),
    [id],
  )
  return events
}
