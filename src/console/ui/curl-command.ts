/** Parameters of a request; one without a value is left out. */
export type CurlQuery = Readonly<Record<string, string | number | undefined>>

/** `body`: as it is sent, or the name of the file that is; `key`: an Idempotency-Key. */
type CurlOptions = { method?: string; body?: { type: string; text: string } | undefined; key?: string | undefined }

/** The command that sends a request to the API at `url`. The token is left out. */
export function curlCommandFor(url: string, path: string, query: CurlQuery = {}, options: CurlOptions = {}): string {
  const { method = 'GET', body, key } = options
  const address = new URL(path.slice(1), url)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value))
  // A shell ends the quoted text at an apostrophe.
  return [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    '-H "Authorization: Bearer $TOKEN"',
    ...(key === undefined ? [] : ['-H', quoted(`Idempotency-Key: ${key}`)]),
    ...(body === undefined ? [] : ['-H', quoted(`Content-Type: ${body.type}`), '--data-binary', quoted(body.text)]),
    `'${address.href.replaceAll("'", '%27')}'`,
  ].join(' ')
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
