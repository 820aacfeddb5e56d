/**
 * The `min` to 2 × `min` most recently used entries, in two generations. Deleting the oldest entries one by one would
 * walk over the gaps that they leave in a Map: at 65,536 entries that took longer than an append.
 */
export class GenerationalCache<Value> {
  private readonly min: number
  private young = new Map<string, Value>()
  private old = new Map<string, Value>()

  constructor(min: number) {
    this.min = min
  }

  get(key: string): Value | undefined {
    const young = this.young.get(key)
    if (young !== undefined) return young
    const old = this.old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: string, value: Value): void {
    this.young.set(key, value)
    if (this.young.size < this.min) return
    this.old = this.young
    this.young = new Map()
  }

  delete(key: string): void {
    this.young.delete(key)
    this.old.delete(key)
  }

  clear(): void {
    this.young.clear()
    this.old.clear()
  }
}
