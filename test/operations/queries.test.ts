import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { OLD_METRIC_NAMES } from '#http/old-metric-names.ts'
import { until } from '../harness/client.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { testEnvironment } from '../harness/service.ts'
import { spawnStart } from '../harness/spawned-service.ts'
import { suite } from '../harness/suite.ts'

/** Whatever alerts and dashboard ask for is there: a query for a metric that nobody has is silent for ever. */
const test = suite('queries for operators')
const read = (file: string) => readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8')

const environment = testEnvironment()

/** What a process in these roles shows, once it has seen the streams of its bus. */
async function metricsOf(more: Record<string, string> = {}): Promise<string> {
  const { child, url, gone } = await spawnStart({ ...environment, ...more })
  try {
    await fetch(`${url}/health/ready`)
    const read = async () => (await fetch(`${url}/metrics`)).text()
    return more.BUS === undefined ? await read() : await until(read, text => text.includes('bus_in_waiting_messages{'))
  } finally {
    child.kill('SIGTERM')
    await gone
  }
}
const streams = mkdtempSync(join(tmpdir(), 'queries-'))
const nats = await startNatsServer({ jetStreamIn: streams })
const metrics = await metricsOf({ NATS_URL: nats.url, BUS: 'in,out' })
await nats.stop()
rmSync(streams, { recursive: true, force: true })
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
  'reader',
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

test('a query for an unknown metric is found', () => {
  const query = 'sum by (color) (rate(no_such_total{shape="x"}[5m])) > 1 or up == 0'
  assert.equal(namesIn(query), { metrics: ['no_such_total', 'up'], labels: ['shape', 'color'] })
  assert.equal([NAMES.has('no_such_total'), NAMES.has('http_request_duration_seconds_bucket')], [false, true])
})

type Alert = {
  alert: string
  expr: string
  for: string
  labels: { severity: string; role?: string }
  annotations: { summary: string; runbook: string }
}
const rules: { groups: { name: string; rules: Alert[] }[] } = parse(read('src/operations/alerts.yml'), { strict: true })
const alerts = rules.groups.flatMap(group => group.rules)

test('every alert queries metrics that exist', () => {
  assert.ok(alerts.length >= 19)
  isAnswered(alerts.map(({ expr }) => expr))
})

test('every alert has a name of its own, a severity, a summary and a runbook', () => {
  assert.is(new Set(alerts.map(({ alert }) => alert)).size, alerts.length)
  for (const { alert, labels, annotations } of alerts) {
    assert.match(alert, /^[A-Z][A-Za-z]+$/)
    assert.ok(['critical', 'warning'].includes(labels.severity), alert)
    for (const text of [annotations.summary, annotations.runbook]) assert.match(text, /^\S.+\.$/, alert)
  }
})

/**
 * Those that the query keeps: of an aggregation `by` none but these, else those of the metric; `absent` has those of
 * its selector.
 */
test('a summary shows only labels that the query keeps', () => {
  for (const { alert, expr, annotations } of alerts) {
    const kept = new Set(['instance', 'job', ...namesIn(expr).labels])
    const shown = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label)
    assert.equal(
      shown.filter(label => !kept.has(label)),
      [],
      alert,
    )
  }
})

test('Prometheus loads the alerts', () => {
  const file = resolve(import.meta.dirname, '../../src/operations/alerts.yml')
  const said = execFileSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })
  assert.match(said, new RegExp(`SUCCESS: ${alerts.length} rules found`))
})

test('an alert about a role also fires when no process of that role runs', () => {
  const shown = new Set([...NAMES].filter(name => name === 'up' || namesOf(metricsOfApi).includes(name)))
  const aboutRoles = alerts.filter(({ labels }) => labels.role !== undefined)
  assert.equal(aboutRoles.map(({ labels }) => labels.role).sort(), ['deliverer', 'projector', 'reactor'])
  for (const { expr } of aboutRoles) assert.match(expr, / or absent\(\w+(\{[^}]*\})?\)$/)
  const absent = aboutRoles.map(({ expr }) => /absent\((\w+)/.exec(expr)?.[1] ?? '')
  assert.equal(
    absent.filter(name => shown.has(name)),
    [],
  )
})

test('refunds without an outcome raise an alert, although the request to the network is never late', () => {
  assert.ok(alerts.some(({ expr }) => expr.includes('max(refunds_overdue) > 0')))
})

test('each renamed metric is shown under both names; alerts and dashboard use the new one', () => {
  const shown = new Set([...metrics.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const queries = read('src/operations/alerts.yml') + read('src/operations/grafana-dashboard.json')
  for (const [name, { name: oldName }] of Object.entries(OLD_METRIC_NAMES)) {
    assert.equal([shown.has(name), shown.has(oldName)], [true, true], name)
    assert.not.match(queries, new RegExp(`\\b${oldName}(_bucket|_sum|_count)?\\b`))
  }
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
