import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import * as assert from 'uvu/assert'
import { OLD_METRIC_NAMES, withOldNames } from '#http/old-metric-names.ts'
import { suite } from '../harness/suite.ts'

const test = suite('old names of metrics')

test('a renamed metric is also shown under its old name and label, with the same values; others once', async () => {
  const registers = [new Registry()]
  new Counter({ name: 'requests_total', help: 'Of this name only', registers }).inc(2)
  const lag = new Gauge({ name: 'subscription_lag_seconds', help: 'Age', labelNames: ['subscription'], registers })
  lag.set({ subscription: 'subscription_lag_seconds' }, 1.5)
  const name = 'http_request_duration_seconds'
  new Histogram({ name, help: 'Time', labelNames: ['route'], buckets: [1], registers }).observe({ route: '/x' }, 0.5)
  assert.is(
    withOldNames(await registers[0]!.metrics()),
    `# HELP requests_total Of this name only
# TYPE requests_total counter
requests_total 2

# HELP subscription_lag_seconds Age
# TYPE subscription_lag_seconds gauge
subscription_lag_seconds{subscription="subscription_lag_seconds"} 1.5

# HELP http_request_duration_seconds Time
# TYPE http_request_duration_seconds histogram
http_request_duration_seconds_bucket{le="1",route="/x"} 1
http_request_duration_seconds_bucket{le="+Inf",route="/x"} 1
http_request_duration_seconds_sum{route="/x"} 0.5
http_request_duration_seconds_count{route="/x"} 1

# HELP follower_lag_seconds Old name of subscription_lag_seconds; it ends with the next version
# TYPE follower_lag_seconds gauge
follower_lag_seconds{follower="subscription_lag_seconds"} 1.5

# HELP http_request_seconds Old name of http_request_duration_seconds; it ends with the next version
# TYPE http_request_seconds histogram
http_request_seconds_bucket{le="1",route="/x"} 1
http_request_seconds_bucket{le="+Inf",route="/x"} 1
http_request_seconds_sum{route="/x"} 0.5
http_request_seconds_count{route="/x"} 1
`,
  )
})

test('no metric has the old name of another', () => {
  const names = Object.keys(OLD_METRIC_NAMES)
  const old = Object.values(OLD_METRIC_NAMES).map(({ name }) => name)
  assert.is(new Set([...names, ...old]).size, names.length * 2)
})

test.run()
