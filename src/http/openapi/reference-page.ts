import type { JsonSchema } from './json-schema.ts'

type Operation = {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  security?: unknown[]
  'x-required-scope'?: string
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Answer | { $ref: string }>
}
type Answer = { description: string; content?: Record<string, Media> }
type Media = { schema: JsonSchema; example?: JsonSchema }
type Paths = Record<string, Record<string, Operation>>

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1rem 2rem;color:#1c2430}
h2{margin-top:2.5rem;border-bottom:1px solid #d5dbe3}summary{cursor:pointer;padding:.3rem 0}details{border-bottom:1px solid #edf0f4}
b.m{display:inline-block;width:4.5rem;font-family:monospace}code,pre{font:13px/1.45 ui-monospace,monospace}
pre{background:#f5f7fa;padding:.8rem;overflow:auto;border-radius:4px}td,th{text-align:left;vertical-align:top;padding:.15rem .8rem .15rem 0}
@media(prefers-color-scheme:dark){body{background:#12161c;color:#dde3ea}pre{background:#1c222b}h2,details{border-color:#303945}}`

/** What the page may load: its own style, nothing else, from nowhere. */
export const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** A reference of the whole document as one page without scripts or outside resources, so it works offline. */
export function referencePage(document: JsonSchema): string {
  const { info, paths, webhooks, components } = document as {
    info: { title: string; version: string; description: string }
    paths: Paths
    webhooks: Paths
    components: { schemas: Record<string, JsonSchema>; responses: Record<string, Answer> }
  }
  const answerOf = (answer: Answer | { $ref: string }): Answer =>
    '$ref' in answer ? (components.responses[answer.$ref.split('/').at(-1) ?? ''] ?? { description: '' }) : answer
  const groups = Map.groupBy([...listed(paths), ...listed(webhooks)], ({ operation }) => operation.tags?.[0] ?? 'other')
  const sections = [...groups].map(
    ([tag, entries]) => `<h2 id="${text(tag)}">${text(tag)}</h2>${entries.map(each => entry(each, answerOf)).join('')}`,
  )
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${text(name)}"><summary>${text(name)}</summary>${source(schema)}</details>`,
  )
  const navigation = [...groups.keys(), 'schemas'].map(tag => `<a href="#${text(tag)}">${text(tag)}</a>`).join(' · ')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text(info.title)}</title><style>${STYLE}</style><h1>${text(info.title)} ${text(info.version)}</h1>
<p>${text(info.description)} <a href="openapi.json">openapi.json</a></p><nav>${navigation}</nav>
${sections.join('\n')}<h2 id="schemas">schemas</h2>${schemas.join('')}</html>`
}

type Entry = { path: string; method: string; operation: Operation }

function listed(paths: Paths): Entry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
}

function entry({ path, method, operation }: Entry, answerOf: (of: Answer | { $ref: string }) => Answer): string {
  const { operationId, summary = '', description = '', parameters = [], requestBody, responses } = operation
  const scope = operation['x-required-scope']
  const who = operation.security?.length === 0 ? 'no token' : scope === undefined ? 'any token' : `scope ${scope}`
  const body = requestBody?.content['application/json']
  return `<details id="${text(operationId)}"><summary><b class="m">${method.toUpperCase()}</b><code>${text(path)}</code> ${text(summary)}</summary>
<p>${text(description)} <small>${text(who)}</small></p>
${parameters.length === 0 ? '' : `<table>${parameters.map(parameter).join('')}</table>`}
${body === undefined ? '' : `<h4>Body</h4>${shown(body)}`}
${Object.entries(responses)
  .map(([status, of]) => response(status, answerOf(of)))
  .join('')}</details>`
}

function parameter(of: NonNullable<Operation['parameters']>[number]): string {
  const { name, required, description = '', schema } = of
  return `<tr><td><code>${text(name)}</code><td>${text(of.in)}${required ? ', required' : ''}<td>${text(description)} <code>${text(JSON.stringify(schema))}</code>`
}

function response(status: string, { description, content }: Answer): string {
  const media = content?.['application/json']
  const body = media === undefined || Number(status) >= 400 ? '' : shown(media)
  return `<p><b>${text(status)}</b> ${text(description).replaceAll('\n', '<br>')}</p>${body}`
}

/** The example first: most readers need no more. */
function shown({ schema, example }: Media): string {
  return `${example === undefined ? '' : source(example)}<details><summary>schema</summary>${source(schema)}</details>`
}

function source(schema: JsonSchema): string {
  const linked = text(JSON.stringify(schema, null, 2)).replace(
    /#\/components\/schemas\/(\w+)/g,
    '<a href="#schema-$1">$1</a>',
  )
  return `<pre>${linked}</pre>`
}

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
