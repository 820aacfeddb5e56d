/** The stream is not at the revision the append expected: someone else wrote first. Nothing was written. */
export class WrongRevision extends Error {
  readonly stream: string
  constructor(stream: string) {
    super(`${stream} is not at the expected revision`)
    this.name = 'WrongRevision'
    this.stream = stream
  }
}

/** The store gave no answer in time. For an append the outcome is unknown, never "failed": the same append may be repeated. */
export class StoreUnavailable extends Error {
  constructor(operation: string, cause: unknown) {
    super(`event store unavailable while ${operation}`, { cause })
    this.name = 'StoreUnavailable'
  }
}
