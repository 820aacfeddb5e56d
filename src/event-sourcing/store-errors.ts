/** Another writer was first. Nothing was written. */
export class WrongRevision extends Error {
  readonly stream: string
  constructor(stream: string) {
    super(`${stream} is not at the expected revision`)
    this.name = 'WrongRevision'
    this.stream = stream
  }
}

/** No answer in time. The outcome of an append is unknown: the same append may be repeated. */
export class StoreUnavailable extends Error {
  constructor(operation: string, cause: unknown) {
    super(`event store unavailable while ${operation}`, { cause })
    this.name = 'StoreUnavailable'
  }
}
