import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { testEnvironment } from '../harness/service.ts'
import { spawnStart } from '../harness/spawned-service.ts'
import { suite } from '../harness/suite.ts'

/** Whatever alerts and dashboard ask for is there: a query for a metric that nobody has is silent for ever. */
const test = suite('queries for operators')
const read = (file: string) => readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8')

const environment = testEnvironment()

/** What a process in these roles shows. */
async function metricsOf(more: Record<string, string> = {}): Promise<string> {
  const { child, url, gone } = await spawnStart({ ...environment, ...more })
  try {
    await fetch(`${url}/health/ready`)
    return await (await fetch(`${url}/metrics`)).text()
  } finally {
    child.kill('SIGTERM')
    await gone
  }
}
const metrics = await metricsOf()
// On the same data, where the lists are built: a process that builds none waits for them.
const metricsOfApi = await metricsOf({ ROLES: 'api' })
rmSync(environment.DATA_DIR!, { recursive: true, force: true })

/** Those that are queried. */
function namesOf(metrics: string): string[] {
  return [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    (type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']).map(suffix => name + suffix),
  )
}
/** Prometheus' own, beside what a process shows. */
const NAMES = new Set(['up', ...namesOf(metrics)])
const LABELS = new Set([
  'job',
  'instance',
  'outcome',
  'server_id',
  ...[...metrics.matchAll(/[{,](\w+)="/g)].map(([, label]) => label),
])

const WORDS = new Set(['by', 'without', 'on', 'ignoring', 'and', 'or', 'unless', 'bool', 'offset'])

/** The metrics and the labels that a query names. */
function namesIn(query: string) {
  const labels = [...query.matchAll(/[{,]\s*(\w+)\s*[=!]/g)].map(([, label = '']) => label)
  const grouped = [...query.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map(label => label.trim()),
  )
  const bare = query
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
  const words = [...bare.matchAll(/\b[a-z_][\w:]*\b(?!\s*\()/gi)].map(([word]) => word)
  return { metrics: words.filter(word => !WORDS.has(word)), labels: [...labels, ...grouped] }
}

function isAnswered(queries: string[]): void {
  for (const query of queries) {
    const { metrics: asked, labels } = namesIn(query)
    assert.ok(asked.length > 0, `nothing is asked by ${query}`)
    assert.equal(
      { metrics: asked.filter(name => !NAMES.has(name)), labels: labels.filter(label => !LABELS.has(label)) },
      { metrics: [], labels: [] },
      query,
    )
  }
}

test('a name that nobody has is found', () => {
  const query = 'sum by (color) (rate(no_such_total{shape="x"}[5m])) > 1 or up == 0'
  assert.equal(namesIn(query), { metrics: ['no_such_total', 'up'], labels: ['shape', 'color'] })
  assert.equal([NAMES.has('no_such_total'), NAMES.has('http_request_seconds_bucket')], [false, true])
})

const section = /## Watching it\n([\s\S]*?)\n## /.exec(read('README.md'))?.[1] ?? ''
const alerts = section.split('\n').filter(line => line.startsWith('| ') && line.includes('`'))
const queryOf = (row: string) => /`([^`]+)`/.exec(row)?.[1] ?? ''

test('the alerts of the README', () => {
  assert.is(alerts.length, 19)
  isAnswered(alerts.map(queryOf))
})

test('an alert that is about processes of one role is raised when there are none, and with them nobody who tells', () => {
  const shown = new Set([...NAMES].filter(name => name === 'up' || namesOf(metricsOfApi).includes(name)))
  const aboutRoles = alerts.filter(row => /`(reactor|projector|deliverer)`/.test(row))
  assert.is(aboutRoles.length, 3)
  for (const row of aboutRoles) assert.match(queryOf(row), / or absent\(\w+(\{[^}]*\})?\)$/)
  const absent = aboutRoles.map(row => /absent\((\w+)/.exec(queryOf(row))?.[1] ?? '')
  assert.equal(
    absent.filter(name => shown.has(name)),
    [],
  )
})

test('refunds that the network leaves without an outcome raise an alert, although asking again is never late', () => {
  assert.ok(alerts.some(row => queryOf(row).includes('max(refunds_owed_late) > 0')))
})

test('the dashboard', () => {
  type Panel = { id: number; title: string; targets?: { expr: string; legendFormat: string }[] }
  const { panels }: { panels: Panel[] } = JSON.parse(read('src/operations/grafana-dashboard.json'))
  const targets = panels.flatMap(panel => panel.targets ?? [])
  assert.ok(targets.length > 20)
  isAnswered(targets.map(({ expr }) => expr))
  const legends = targets.flatMap(({ legendFormat }) => [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)])
  for (const [, label = ''] of legends) assert.ok(LABELS.has(label), label)
  assert.is(new Set(panels.map(({ id }) => id)).size, panels.length)
})

test('the process itself is shown', () => {
  for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_heap_size_used_bytes'])
    assert.match(metrics, new RegExp(`^${name} [\\d.]*[1-9]`, 'm'))
})

test.run()
