/** Secrets are printed as shell variables. */
const HIDDEN: Record<string, string> = {
  password: '$PASSWORD',
  access_token: '$TOKEN',
  refresh_token: '$REFRESH_TOKEN',
}

/** Prints each step of the demo: the request as a curl command, and the response. */
export function createReporter() {
  let steps = 0
  const print = (text: string) => void process.stdout.write(`${text}\n`)

  function step(title: string) {
    steps += 1
    print(`\n── ${steps}. ${title} ${'─'.repeat(Math.max(0, 90 - title.length))}`)
  }

  const fetch: typeof globalThis.fetch = async (url, options = {}) => {
    print(curlCommand(String(url), options))
    const response = await globalThis.fetch(url, options)
    const text = await response.clone().text()
    print(`${response.status} ${response.statusText}`)
    if (text !== '') print(redactSecrets(text, 2))
    return response
  }

  return { say: print, step, fetch }
}

function curlCommand(url: string, { method = 'GET', headers, body }: RequestInit): string {
  const parts = [`$ curl -sS -X ${method} '${url}'`]
  for (const [name, value] of Object.entries(headers as Record<string, string>))
    parts.push(name === 'authorization' ? `-H "authorization: Bearer $TOKEN"` : `-H '${name}: ${value}'`)
  // Outside the single quotes, so that the shell inserts the value.
  if (typeof body === 'string') parts.push(`-d '${redactSecrets(body, 0).replace(/"(\$\w+)"/g, `"'$1'"`)}'`)
  return parts.join(' \\\n    ')
}

function redactSecrets(text: string, indent: number): string {
  const replace = (name: string, value: unknown) => (typeof value === 'string' ? (HIDDEN[name] ?? value) : value)
  return JSON.stringify(JSON.parse(text), replace, indent)
}
