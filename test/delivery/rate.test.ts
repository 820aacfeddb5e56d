import * as assert from 'uvu/assert'
import { startHttpsSink } from '../harness/https-sink.ts'
import { standstill } from '../harness/standstill.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

/** The minute is tried with WEBHOOK_RATE_S=60. */
const SECONDS = Number(process.env.WEBHOOK_RATE_S ?? 6)
const PER_SECOND = 10
/** One of so many requests is answered 500 and comes again. */
const FAILING = 5
/** The first second may use up what piled up before. */
const SKIPPED = PER_SECOND

const test = suite('delivery: an endpoint with a limit')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem, config: { WEBHOOK_RETRY_BASE_MS: 500 } })
await engine.start()

test(`ten a second over ${SECONDS} s, retries included, and waiting costs no attempt`, async () => {
  await engine.webhook({ url: sink.url, rate_per_second: PER_SECOND })
  sink.respond((_, response) => void response.writeHead(sink.received.length % FAILING === 0 ? 500 : 200).end())
  // More than the limit lets through: what is due waits all the time.
  const wanted = SKIPPED + SECONDS * PER_SECOND
  const events = wanted + PER_SECOND
  for (let sent = 0; sent < events; sent += 1) await engine.refund()
  const stoodStillMs = standstill()
  await until('enough requests', () => sink.received.length >= wanted, SECONDS * 2_000 + 30_000)
  const times = sink.received.map(({ at }) => at)
  const seconds = (times[wanted - 1]! - times[SKIPPED - 1]!) / 1_000
  const perSecond = (wanted - SKIPPED) / seconds
  console.log(`\n${perSecond.toFixed(2)} requests a second over ${seconds.toFixed(1)} s`)
  // In a short run, what a busy machine loses is not made up for.
  const least = (PER_SECOND * (SECONDS < 60 ? 0.7 : 0.9) * SECONDS) / (SECONDS + stoodStillMs() / 1_000)
  // What piled up in a second in which nothing could be sent may follow at once.
  const most = PER_SECOND + PER_SECOND / seconds
  assert.ok(perSecond >= least && perSecond <= most, `${perSecond.toFixed(2)} a second`)

  await until('all delivered', () => new Set(succeeded()).size === events, 60_000)
  const numbers = Map.groupBy(sink.received, ({ headers }) => headers['x-service-event-id'])
  const retried = [...numbers.values()].filter(requests => requests.length > 1).length
  assert.ok(retried >= wanted / FAILING / 2, `${retried} events were retried`)
  for (const [event, requests] of numbers)
    assert.equal(
      requests.map(({ body }) => JSON.parse(body.toString()).metadata.delivery_attempt),
      requests.map((_, index) => index + 1),
      `attempts of ${event}`,
    )
})

/** Events that were answered 200, by their place among the requests. */
function succeeded() {
  return sink.received.flatMap(({ headers }, index) =>
    (index + 1) % FAILING === 0 ? [] : [headers['x-service-event-id']],
  )
}

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
