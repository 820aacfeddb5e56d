/** What an object or array takes besides its values, and what a value takes that is not counted by its length. */
const BYTES_EACH = 32

/**
 * Freezes a value of JSON, deeply, because several subscriptions share it. Returns its approximate size in bytes. Not
 * recursive: no event may be nested too deeply for all subscriptions of the process.
 */
export function freezeDeep(value: unknown): number {
  const waiting = [value]
  let bytes = 0
  while (waiting.length > 0) {
    const next = waiting.pop()
    bytes += BYTES_EACH
    if (typeof next === 'string') bytes += next.length
    if (typeof next !== 'object' || next === null) continue
    for (const inner of Object.values(next)) waiting.push(inner)
    Object.freeze(next)
  }
  return bytes
}
