import type { Signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { forgetKept, keptOf } from '../drafts.ts'
import { route } from '../routing/location.ts'
import { session } from './page-session.ts'

/** How the names of what the current place keeps begin. */
export const keptPlace = () => `${route.peek().path.join('/')} `

/**
 * State of a view that is there again when its user had to sign in, with what came of a command that was under way: a
 * secret that an answer had is shown then. It goes when the view is left.
 */
export function useKept<T>(name: string, initial: T): Signal<T> {
  const key = useMemo(() => `${keptPlace()}${name}`, [])
  useEffect(
    () => () => {
      if (session.peek().is === 'in') forgetKept(key)
    },
    [],
  )
  return useMemo(() => keptOf(key, initial), [])
}
