import { until } from './client.ts'

export type StreamMessage = { id: string; event: string; data: string | null; atMs: number }

export type OpenStream = Awaited<ReturnType<typeof openStream>>

/** A reader of `GET /events/stream`, which shows each message with its id. */
export async function openStream(url: string, token: string, lastEventId?: string) {
  const leaving = new AbortController()
  const response = await fetch(`${url}/events/stream`, {
    signal: leaving.signal,
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  })
  const messages: StreamMessage[] = []
  const comments: string[] = []
  let id = lastEventId ?? ''
  let isClosed = false

  function take(block: string): void {
    const fields = block.split('\n').map(line => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()] as const
    })
    const fieldOf = (name: string) => fields.find(([field]) => field === name)?.[1]
    id = fieldOf('id') ?? id
    const comment = fieldOf('')
    if (comment !== undefined) comments.push(comment)
    const data = fieldOf('data') ?? null
    if (data !== null) messages.push({ id, event: fieldOf('event') ?? 'message', data, atMs: performance.now() })
  }

  async function read(): Promise<void> {
    if (response.status !== 200) return
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of response.body!) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = blocks.pop()!
      blocks.forEach(take)
    }
  }

  const closed = read()
    .catch(() => undefined)
    .finally(() => {
      isClosed = true
    })
  const stream = {
    status: response.status,
    headers: response.headers,
    /** Of a refusal. */
    refusal: response.status === 200 ? null : ((await response.json()) as { error_code: string }),
    messages,
    comments,
    /** Where the reader is. */
    id: () => id,
    isClosed: () => isClosed,
    closed,
    records: () => messages.filter(({ event }) => event === 'message').map(({ data }) => JSON.parse(data ?? 'null')),
    close: () => leaving.abort(),
  }
  if (response.status === 200)
    await until(
      async () => id !== '' || isClosed,
      isThere => isThere,
    )
  return stream
}

/** Ids of the events that it got. */
export function idsIn(streams: readonly Pick<OpenStream, 'records'>[]): string[] {
  return streams.flatMap(stream => stream.records().map(({ id }) => id))
}
