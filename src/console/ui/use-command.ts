import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'

export type CommandState = { is: 'idle' } | { is: 'running' } | { is: 'done' } | { is: 'failed'; error: unknown }

/** A command that a person started. It runs once at a time and is never repeated by itself. */
export function useCommand(run: () => Promise<void>) {
  const state = useMemo(() => signal<CommandState>({ is: 'idle' }), [])
  return {
    state: state.value,
    async start(event?: Event) {
      event?.preventDefault()
      if (state.peek().is === 'running') return
      state.value = { is: 'running' }
      try {
        await run()
        state.value = { is: 'done' }
      } catch (error) {
        state.value = { is: 'failed', error }
      }
    },
  }
}
