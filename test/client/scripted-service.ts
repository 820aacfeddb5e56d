import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
export type Scripted = { status: number; body?: unknown; headers?: Record<string, string> } | 'nothing' | 'reset'

/** A service that answers what it is told, one after the other; the last one again and again. */
export async function startScriptedService() {
  const requests: ReceivedRequest[] = []
  let script: Scripted[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body })
    const answer = (script.length > 1 ? script.shift() : script[0]) ?? 'nothing'
    if (answer === 'reset') return void request.socket.resetAndDestroy()
    if (answer === 'nothing') return
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {})
    response.writeHead(answer.status, answer.headers ?? {}).end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** From now on, without a request so far. */
    answers(...answers: Scripted[]) {
      requests.length = 0
      script = answers
    },
    close() {
      server.closeAllConnections()
      return new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

/** A refusal in the API's flat shape. */
export function refusal(status: number, error_code: string, headers: Record<string, string> = {}): Scripted {
  const body = { error_code, message: 'No.', details: { field: 'x' }, timestamp: '', request_id: 'req_1' }
  return { status, body, headers: { 'x-request-id': 'req_1', ...headers } }
}
