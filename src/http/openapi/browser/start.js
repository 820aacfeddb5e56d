/** Opens the reference on the document that stands beside it. Served as it is: nothing here is compiled. */
globalThis.Scalar.createApiReference('#reference', {
  url: 'openapi.json',
  // The entries' addresses: #tag/refunds/requestRefund, #description/idempotency.
  generateOperationSlug: ({ operationId, method, path }) => operationId ?? `${method}${path}`,
  defaultOpenFirstTag: false,
  // Snippets for curl, Node and Python alone: what their runtimes bring, and the library that most use.
  hiddenClients: {
    ...Object.fromEntries(
      [
        ...['c', 'clojure', 'csharp', 'dart', 'fsharp', 'go', 'http', 'java', 'js', 'julia', 'kotlin', 'objc'],
        ...['ocaml', 'php', 'powershell', 'r', 'ruby', 'rust', 'swift'],
      ].map(language => [language, true]),
    ),
    shell: ['wget', 'httpie'],
    node: ['axios', 'ofetch'],
    python: ['httpx_sync', 'httpx_async', 'aiohttp'],
  },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'direct',
  // What would speak to other hosts, ask an assistant, or send requests with somebody's token from a page that is read.
  telemetry: false,
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  withDefaultFonts: false,
  hideClientButton: true,
  hideTestRequestButton: true,
  showDeveloperTools: 'never',
})

/** What Scalar leaves to the mouse: its buttons that copy show an icon and hide their name, and its code scrolls only under a wheel. */
function makeAccessible() {
  for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy')
  // Its label is another one than the words that it shows, which are what somebody says to it.
  for (const button of document.querySelectorAll('.show-more[aria-label]')) button.removeAttribute('aria-label')
  for (const scrolling of document.querySelectorAll('.custom-scroll:not([tabindex])'))
    scrolling.setAttribute('tabindex', '0')
}
new MutationObserver(makeAccessible).observe(document.body, { childList: true, subtree: true })
makeAccessible()
