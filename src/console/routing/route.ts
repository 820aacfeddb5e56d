/** Where the console is, as the part of its address behind the `#`: `#/refunds/rf_1?state=failed`. */
export type ConsoleRoute = { readonly path: readonly string[]; readonly query: Readonly<Record<string, string>> }

/** Any text is a route: the address bar takes everything. */
export function parseRoute(hash: string): ConsoleRoute {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s)
  return {
    path: path.split('/').filter(Boolean).map(decode),
    query: Object.fromEntries(new URLSearchParams(query)),
  }
}

/** Empty parts of the query are left out. */
export function formatRoute({ path, query = {} }: { path: readonly string[]; query?: ConsoleRoute['query'] }): string {
  const filled = Object.entries(query).filter(([, value]) => value !== '')
  const search = new URLSearchParams(filled).toString()
  return `#/${path.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`
}

/** What the address has of these names. Values are as they are: the API names what is wrong with them. */
export function pickFromQuery(query: ConsoleRoute['query'], names: readonly string[]): ConsoleRoute['query'] {
  return Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)))
}

/** An e-mail address, or a phone number with its country, does not belong in the address of a page. */
export function isPrivateText(text: string): boolean {
  return /[^\s@]@[^\s@]/.test(text) || /^\s*\+\s*\d/.test(text)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
