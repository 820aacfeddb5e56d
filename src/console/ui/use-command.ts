import { signal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'

export type CommandState = { is: 'idle' } | { is: 'running' } | { is: 'done' } | { is: 'failed'; error: unknown }

/**
 * A command that a person started. It runs once at a time and is never repeated by itself. `isThere`: whether the view
 * is still shown when the answer comes.
 */
export function useCommand(run: (isThere: () => boolean) => Promise<void>) {
  const there = useRef(true)
  useEffect(() => {
    there.current = true
    return () => {
      there.current = false
    }
  }, [])
  const state = useMemo(() => signal<CommandState>({ is: 'idle' }), [])
  return {
    state: state.value,
    async start(event?: Event) {
      event?.preventDefault()
      if (state.peek().is === 'running') return
      state.value = { is: 'running' }
      try {
        await run(() => there.current)
        state.value = { is: 'done' }
      } catch (error) {
        state.value = { is: 'failed', error }
      }
    },
  }
}
