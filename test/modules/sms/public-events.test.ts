import * as assert from 'uvu/assert'
import type { AnalysedData, AnalysisEvent } from '#domain/sms/analyses/events.ts'
import { analysisEvents } from '#modules/sms/public-events.ts'
import { recordedOf } from '../../harness/scenario.ts'
import { storedEvents } from '../../harness/stored-events.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('what of analyses is told to endpoints')
const sample = storedEvents.find(({ type }) => type === 'SmsAnalysed')!.data as AnalysedData

test('told is a phishing message that holds a malicious address, and no other one', () => {
  const typeOf = (event: AnalysisEvent) => analysisEvents.sources[0]!.type(recordedOf([event], 'smsanalysis-1')[0]!)
  const analysed = (is_phishing: boolean, malicious_urls: number) =>
    typeOf({ type: 'SmsAnalysed', data: { ...sample, is_phishing, malicious_urls } })
  assert.equal(
    [analysed(true, 1), analysed(true, 0), analysed(false, 1), analysed(false, 0)],
    ['url.malicious_detected', null, null, null],
  )
  assert.is(typeOf({ type: 'SmsFeedbackGiven', data: { verdict: 'phishing' } }), null)
})

test.run()
