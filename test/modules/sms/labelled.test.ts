import { resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { analyseLabelled } from '#programs/training/sms/evaluate-messages.ts'
import { countsOf, metricsOf } from '#programs/training/sms/figures.ts'
import { readLabelled } from '#programs/training/sms/labelled-file.ts'
import { LABELLED_FOLDER } from '#programs/training/sms/own-labelled.ts'
import { MODEL_FOLDER } from '#services/sms/model.ts'
import { suite } from '../../harness/suite.ts'

/** Messages of our own on which rules and the model were trained: they show what holds, not what it is worth. */
const test = suite('labelled messages')
const FILE = resolve(LABELLED_FOLDER, 'development.jsonl')
const judged = await analyseLabelled(MODEL_FOLDER, await readLabelled(FILE))

test('each verdict above the threshold has an indicator whose span shows why', () => {
  const told = judged.filter(({ isPredicted }) => isPredicted)
  assert.ok(told.length > 100)
  for (const { labelled, analysis } of told) {
    const telling = analysis.threat_indicators.filter(({ severity }) => severity !== 'low')
    assert.ok(telling.length > 0, `${labelled.id} ${labelled.text}`)
    for (const { evidence } of telling) {
      const source = evidence.source === 'sender' ? labelled.sender : labelled.text
      assert.ok(evidence.start < evidence.end)
      assert.is(source?.slice(evidence.start, evidence.end), evidence.text, labelled.id)
    }
  }
  const byModel = told.filter(({ analysis }) => analysis.threat_indicators[0]?.type === 'phishing_wording')
  assert.ok(byModel.length > 0, 'the model alone is shown by the words that weighed most')
  for (const { labelled, analysis } of byModel)
    assert.ok(analysis.threat_indicators[0]!.evidence.text.length < labelled.text.length)
})

test('honest one-time codes have no indicator of urgency', () => {
  for (const { labelled, analysis } of judged)
    if (labelled.form === 'code' && labelled.honest)
      assert.not(
        analysis.threat_indicators.some(({ type }) => type === 'urgency_language'),
        labelled.text,
      )
})

test('no honest note of a carrier, a bank or an authority is phishing, and F1 is at least .95 in each language', () => {
  const wrong = judged.filter(({ labelled, isPredicted }) => isPredicted && labelled.honest && NOTES.has(labelled.form))
  assert.equal(
    wrong.map(({ labelled }) => labelled.id),
    [],
  )
  for (const language of ['en', 'es']) {
    const { f1 } = metricsOf(countsOf(judged.filter(({ labelled }) => labelled.language === language)))
    assert.ok(f1 >= F1_MIN, `${language} ${f1}`)
  }
})
const NOTES = new Set(['delivery', 'bank', 'authority'])
const F1_MIN = 0.95

test.run()
