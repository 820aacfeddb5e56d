import * as assert from 'uvu/assert'
import { contentOf, evidenceOf, maliciousDomains } from '#domain/sms/analyses/content.ts'
import { type AnalysisCommand, analysisDecider, analysisTable } from '#domain/sms/analyses/decider.ts'
import { type AnalysedData, type AnalysisEvent, analysisStreams, type VERDICTS } from '#domain/sms/analyses/events.ts'
import type { AnalysisState } from '#domain/sms/analyses/state.ts'
import { RULES_ONLY } from '#domain/sms/classify.ts'
import { recordedOf, scenario } from '../../harness/scenario.ts'
import { storedEvents } from '../../harness/stored-events.ts'
import { suite } from '../../harness/suite.ts'
import { analyseOne, sms } from './samples.ts'

const test = suite('analysis decider')
const { given } = scenario(analysisDecider)

const sample = storedEvents.find(({ type }) => type === 'SmsAnalysed')!
const analysed: AnalysisEvent = { type: 'SmsAnalysed', data: sample.data as AnalysedData }
const said = (verdict: (typeof VERDICTS)[number]): AnalysisEvent => ({ type: 'SmsFeedbackGiven', data: { verdict } })
const asking = { client_id: 'clt_1', user_id: null }

const histories: Record<AnalysisState['status'], AnalysisEvent[]> = {
  absent: [],
  analysed: [analysed],
  judged: [analysed, said('legitimate')],
}
const commands: Record<AnalysisCommand['type'], AnalysisCommand> = {
  record: { type: 'record', data: analysed.data },
  give_feedback: { type: 'give_feedback', requester: asking, verdict: 'phishing' },
}

for (const [command, cells] of Object.entries(analysisTable))
  for (const [status, cell] of Object.entries(cells))
    test(`table: ${command} × ${status}`, () => {
      const met = given(...histories[status as AnalysisState['status']]).when(
        commands[command as AnalysisCommand['type']],
      )
      assert.is(met.type(), cell)
      if (cell === 'NOT_FOUND') met.refuses('NOT_FOUND', { field: 'analysis_id' })
    })

/** By hand, from the issue and not from the code. */
const byHand: [AnalysisCommand['type'], AnalysisState['status'], string][] = [
  ['record', 'absent', 'SmsAnalysed'],
  ['record', 'analysed', 'replay'],
  ['record', 'judged', 'replay'],
  ['give_feedback', 'absent', 'NOT_FOUND'],
  ['give_feedback', 'analysed', 'SmsFeedbackGiven'],
  ['give_feedback', 'judged', 'SmsFeedbackGiven'],
]
for (const [command, status, outcome] of byHand)
  test(`by hand: ${command} of an analysis that is ${status} comes to ${outcome}`, () => {
    const met = given(...histories[status]).when(commands[command])
    assert.is(met.type(), outcome)
  })

test('the sample histories fold to their statuses, and what is sealed stays out of the state', () => {
  for (const [status, history] of Object.entries(histories)) {
    const { state } = given(...history)
    assert.is(state.status, status)
    assert.not('sealed' in state)
    for (const event of history) analysisStreams.assertValid(event)
  }
})

test('the last word counts, and the same again changes nothing', () => {
  given(...histories.judged)
    .when({ type: 'give_feedback', requester: asking, verdict: 'legitimate' })
    .changesNothing()
  const { state } = given(...histories.judged, said('promotion'))
  assert.ok(state.status === 'judged')
  assert.equal(state.feedback, { verdict: 'promotion', at: '2026-01-01T00:00:02.000Z', actor: 'creator' })
})

test('feedback of another client, or of a consumer on a foreign message, finds nothing', () => {
  for (const other of [
    { client_id: 'clt_2', user_id: null },
    { client_id: 'clt_1', user_id: 'usr_2' },
  ])
    given(analysed)
      .when({ type: 'give_feedback', requester: other, verdict: 'phishing' })
      .refuses('NOT_FOUND', { field: 'analysis_id' })
})

test('an impossible event leaves the state unchanged', () => {
  const [feedback, first, second] = recordedOf([said('phishing'), analysed, analysed], 'smsanalysis-1')
  assert.is(analysisDecider.evolve(analysisDecider.initial, feedback!), analysisDecider.initial)
  const state = analysisDecider.evolve(analysisDecider.initial, first!)
  assert.is(analysisDecider.evolve(state, second!), state)
})

test('a script is identified by its scheme', async () => {
  const message = sms('Your account is locked, open JavaScript:alert(document.cookie)')
  const model = { ...RULES_ONLY, predict: async () => [{ probability: 0.9, knownWordShare: 1, links: [0] }] }
  assert.equal(maliciousDomains(contentOf(message, await analyseOne(message, model))), ['javascript:'])
})

test('the content as JSON quotes again what was seen, in every source, with half of a character in it', async () => {
  const message = sms('\ud83d BBVA: your account is locked, verify at hxxps://bbva-login[.]top \u0000 now', {
    sender: 'BBVA',
    extractedUrls: ['https://dhl-parcel.top/x', 'https://10.0.0.7/a'],
  })
  const model = { ...RULES_ONLY, predict: async () => [{ probability: 0.9, knownWordShare: 1, links: [1, 1, 1] }] }
  const found = await analyseOne(message, model)
  const content = JSON.parse(JSON.stringify(contentOf(message, found)))
  assert.is(content.text, message.text)
  assert.ok(found.threat_indicators.length > 1)
  assert.equal(
    content.evidence.map((place: Parameters<typeof evidenceOf>[1]) => evidenceOf(content, place)),
    found.threat_indicators.map(({ evidence }) => evidence),
  )
  assert.equal(
    content.links.map(({ evidence }: { evidence: Parameters<typeof evidenceOf>[1] }) => evidenceOf(content, evidence)),
    found.url_analysis.urls.map(({ evidence }) => evidence),
  )
  const domains = maliciousDomains(content)
  assert.equal(domains.toSorted(), ['10.0.0.7', 'bbva-login.top', 'dhl-parcel.top'])
})

test.run()
