import { useEffect, useState } from 'preact/hooks'

export type Loaded<T> = {
  answer: T | null
  error: unknown
  isLoading: boolean
  /** The answer stays while it is loaded again. */
  reload(): void
}

/** Loads what a view shows, and again when one of `dependsOn` changes. A view that is left aborts its request. */
export function useAnswer<T>(load: (signal: AbortSignal) => Promise<T>, dependsOn: readonly string[]): Loaded<T> {
  const [loaded, setLoaded] = useState<{ of: string; answer: T | null; error: unknown } | null>(null)
  const [round, setRound] = useState(0)
  const of = JSON.stringify(dependsOn)
  useEffect(() => {
    const leaving = new AbortController()
    load(leaving.signal).then(
      answer => {
        if (!leaving.signal.aborted) setLoaded({ of, answer, error: null })
      },
      error => {
        if (!leaving.signal.aborted) setLoaded({ of, answer: null, error })
      },
    )
    return () => leaving.abort()
  }, [of, round])
  const current = loaded?.of === of ? loaded : null
  return {
    answer: current?.answer ?? null,
    error: current?.error ?? null,
    isLoading: current === null,
    reload: () => setRound(number => number + 1),
  }
}
