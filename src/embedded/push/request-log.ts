/** What has arrived at a network of the sandbox: the newest, for whoever wants to see what a phone would show. */
export type RecordedRequest = {
  /** ISO 8601. */
  at: string
  token: string
  /** What was answered. */
  status: number
  reason: string | null
  headers: Record<string, string>
  payload: unknown
}

/** Older ones are forgotten. */
const RECORDED_MAX = 1_000

export function createRequestLog(recordedMax = RECORDED_MAX) {
  const requests: RecordedRequest[] = []
  return {
    add(request: RecordedRequest) {
      requests.push(request)
      if (requests.length > recordedMax) requests.shift()
    },
    /** The newest first. */
    list: () => requests.toReversed(),
  }
}
