const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Aborts when this process is told to end, or when nobody reads any more what it prints. From then on it ends by itself: further
 * signals change nothing, because Ctrl-C reaches it from the terminal and from npm.
 */
export function untilEnded(): AbortSignal {
  const ended = new AbortController()
  const end = () => ended.abort()
  for (const signal of SIGNALS) process.on(signal, end)
  process.stdout.on('error', end)
  process.stderr.on('error', () => undefined)
  return ended.signal
}
