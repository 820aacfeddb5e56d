import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { FEATURE_NAMES } from '#domain/sms/model/features.ts'
import { textGrams } from '#domain/sms/model/grams.ts'
import { parseMessage } from '#domain/sms/parse-message.ts'
import { openLinear } from '#ml/linear/session.ts'
import { openSession } from '#ml/trees/session.ts'
import { createAnalyser } from '#services/sms/analyser.ts'
import { MODEL_FOLDER } from '#services/sms/model.ts'
import { client } from '../harness/client.ts'
import { figure, median, percentile, perSecond, round, timed } from './figures.ts'
import { spawnService } from './spawned-service.ts'

/**
 * How long one message takes, and how many one process analyses in batches, with the stores and the caller on the
 * same machine. Beside them what no analysis can do without, in this process: a run of both models on a message that
 * was read before, and the whole analysis that nobody records.
 */
export const name = 'messages analysed'

const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 4_000)
const BATCH = 100
/** Batches at the same time. */
const PARALLEL = 4
const DEVICES = 200
const P95 = 0.95
/** The aims, of one message and of a second. */
const AIMS = { p95Ms: 5, perSecond: 1_000 } as const

const TEXTS = [
  'BBVA: su cuenta ha sido bloqueada. Verifique sus datos en https://bbva-seguridad-cliente.top/acceso antes de 24h',
  'Hi love, running 10 minutes late. Can you put the oven on? x',
  'Your parcel could not be delivered. Pay the fee of 1.99 at https://dhl-redelivery.example/pay',
  'Ana, tu código de verificación es 482913. No lo compartas con nadie.',
  'SALE! 50% off all shoes this weekend at our stores. Reply STOP to end.',
]

export async function bench(): Promise<void> {
  await bare()
  const service = await spawnService({ SMS_QUOTA: 'A=none,B=none,C=none' })
  try {
    const bank = client(service.url, service.token)
    const one = (index: number) => bank.post('/sms/analyze', messageOf(index))
    await timed(DEVICES, 8, one)
    const singles = Math.ceil(MESSAGES / 8)
    const single = await timed(singles, 1, one)
    figure(
      'one message, recorded, p95 ms',
      round(percentile(single.each, P95), 1),
      `aim ${AIMS.p95Ms}; ${said(single.each)}`,
    )
    const batches = Math.ceil(MESSAGES / BATCH)
    const many = await timed(batches, PARALLEL, index =>
      bank.post('/sms/analyze/batch', {
        messages: Array.from({ length: BATCH }, (_, at) => messageOf(index * BATCH + at)),
      }),
    )
    figure(
      `messages in batches of ${BATCH}, ${PARALLEL} at a time, per second`,
      round(perSecond(batches * BATCH, many.ms)),
      `aim ${AIMS.perSecond}; a batch ${said(many.each)}`,
    )
    figure('the service at the end, MB', round(service.residentMb()))
  } finally {
    await service.stop()
  }
}

async function bare(): Promise<void> {
  const file = (called: string) => readFileSync(resolve(MODEL_FOLDER, called))
  const [text, trees] = [await openLinear(file('text.onnx')), await openSession(file('trees.onnx'))]
  const grams = TEXTS.map(words => textGrams(parseMessage(readable(words))))
  const row = new Float32Array(FEATURE_NAMES.length)
  const run = async (index: number) => {
    await text.margins([grams[index % grams.length]!])
    await trees.scores([row])
  }
  await timed(MESSAGES / 8, 1, run)
  const ran = await timed(MESSAGES, 1, run)
  figure('a bare run of both models, per second (floor)', round(perSecond(MESSAGES, ran.ms)), said(ran.each))
  await Promise.all([text.close(), trees.close()])
  const { analyse, prepare, close } = createAnalyser(MODEL_FOLDER)
  await prepare()
  const runAnalysis = (index: number) => analyse([readable(TEXTS[index % TEXTS.length]!)])
  await timed(MESSAGES / 8, 1, runAnalysis)
  const analysed = await timed(MESSAGES, 1, runAnalysis)
  figure('an analysis that nobody records, per second', round(perSecond(MESSAGES, analysed.ms)), said(analysed.each))
  await close()
}

function readable(text: string) {
  return { text, sender: '+34611223344', extractedUrls: [], country: null, contacts: null }
}

function said(each: number[]): string {
  return `p50 ${round(median(each), 2)} ms, p95 ${round(percentile(each, P95), 2)} ms`
}

function messageOf(index: number) {
  return {
    sender: '+34611223344',
    message_content: TEXTS[index % TEXTS.length],
    message_id: randomUUID(),
    device_id: `device_${index % DEVICES}`,
    platform: 'android',
  }
}
