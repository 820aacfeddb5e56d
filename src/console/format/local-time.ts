/**
 * Of a field of the kind datetime-local, which has no zone: the reader's is meant. `before`: the time that the field
 * showed without its seconds, kept as it was where the field was not changed.
 */
export function utcOf(local: string, before?: string): string {
  if (before !== undefined && localTimeOf(before) === local) return before
  const time = new Date(local)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}

/** For a field of the kind datetime-local. */
export function localTimeOf(utc: string | undefined): string {
  const time = new Date(utc ?? '')
  if (Number.isNaN(time.getTime())) return ''
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
