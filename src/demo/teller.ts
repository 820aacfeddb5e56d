/** Tells each step of the demo on stdout: what is asked, as a curl command that can be repeated, and what came back. */
export function createTeller(url: string) {
  let token: string | null = null
  let steps = 0
  const say = (text: string) => process.stdout.write(`${text}\n`)

  function step(title: string) {
    steps += 1
    say(`\n── ${steps}. ${title} ${'─'.repeat(Math.max(0, 90 - title.length))}`)
  }

  async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const all = { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers }
    say(curl(method, path, body, all))
    const response = await fetch(url + path, {
      method,
      headers: { ...all, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer = text === '' ? {} : JSON.parse(text)
    say(`${response.status} ${response.statusText}`)
    if (text !== '') say(JSON.stringify(answer, null, 2))
    if (response.status >= 500) throw new Error(`${method} ${path} answered ${response.status}`)
    return answer
  }

  function curl(method: string, path: string, body: object | undefined, headers: Record<string, string>): string {
    const parts = [`$ curl -sS -X ${method} '${url}${path}'`]
    if (token !== null) parts.push(`-H "authorization: Bearer $TOKEN"`)
    for (const [name, value] of Object.entries(headers)) parts.push(`-H '${name}: ${value}'`)
    if (body !== undefined) parts.push(`-d '${JSON.stringify(body)}'`)
    return parts.join(' \\\n    ')
  }

  return {
    say,
    step,
    call,
    useToken(value: string) {
      token = value
      say(`$ TOKEN=${value}`)
    },
  }
}
