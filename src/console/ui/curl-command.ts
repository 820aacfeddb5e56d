/** Parameters of a request; one without a value is left out. */
export type CurlQuery = Readonly<Record<string, string | number | undefined>>

/** The command that reads something from the API at `url`. The token is left out. */
export function curlCommandFor(url: string, path: string, query: CurlQuery = {}): string {
  const address = new URL(path.slice(1), url)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value))
  // A shell ends the quoted text at an apostrophe.
  return `curl -H "Authorization: Bearer $TOKEN" '${address.href.replaceAll("'", '%27')}'`
}
