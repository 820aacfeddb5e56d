import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Answers with how long this process has stood still at a stretch since the call, milliseconds: what a busy machine
 * adds to a time that is measured, and no fault of what is timed.
 */
export function standstill(): () => number {
  const loop = monitorEventLoopDelay()
  loop.enable()
  return () => loop.max / 1e6
}
