export type RecordedRequest = {
  at: string
  token: string
  status: number
  reason: string | null
  headers: Record<string, string>
  payload: unknown
}

const RECORDED_MAX = 1_000

export function createRequestLog(recordedMax = RECORDED_MAX) {
  const requests: RecordedRequest[] = []
  return {
    add(request: RecordedRequest) {
      requests.push(request)
      if (requests.length > recordedMax) requests.shift()
    },
    list: () => requests.toReversed(),
  }
}
