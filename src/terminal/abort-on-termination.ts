const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Also when the reader of stdout is gone. Ctrl-C arrives from the terminal and from npm: repeats are ignored. */
export function abortOnTermination(): AbortSignal {
  const abortController = new AbortController()
  const abort = () => abortController.abort()
  for (const signal of SIGNALS) process.on(signal, abort)
  process.stdout.on('error', abort)
  process.stderr.on('error', () => undefined)
  return abortController.signal
}

/** Aborts at the first Ctrl-C or SIGTERM, for a command that then cleans up; a second one ends the process at once. */
export function abortOnInterrupt(reason?: Error): AbortSignal {
  const abortController = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abortController.abort(reason))
  return abortController.signal
}
