import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { analyse } from '#domain/sms/analyse.ts'
import type { Message } from '#domain/sms/message.ts'
import { ownLabelled } from '#programs/training/sms/own-labelled.ts'
import { ownMessages } from '#programs/training/sms/own-messages.ts'
import { MODEL_FOLDER, openModel } from '#services/sms/model.ts'
import { OperationalError } from '#values/operational-error.ts'
import { analyseOne, HOSTILE, sms } from '../../domain/sms/samples.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('the model of messages')
const model = await openModel(MODEL_FOLDER)
const folder = mkdtempSync(join(tmpdir(), 'sms-model-'))
test.after(async () => {
  rmSync(folder, { recursive: true })
  await model.close()
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const FILES = ['text.onnx', 'addresses.onnx', 'trees.onnx']
const levelsOf = async (texts: readonly string[], rest: Partial<Message> = {}) =>
  (
    await analyse(
      texts.map(text => sms(text, rest)),
      model,
    )
  ).map(({ risk_level }) => risk_level)

test('the service gives our own sentences the probabilities of the trainer', async () => {
  const bytes = gunzipSync(readFileSync(join(MODEL_FOLDER, 'parity.gz')))
  const own = [...ownMessages(), ...ownLabelled()]
  assert.is(bytes.length, own.length * 4)
  const answers = await model.predict(own.map(({ parsed }) => parsed))
  for (const [at, { probability }] of answers.entries())
    assert.ok(Math.abs(probability - bytes.readFloatLE(at * 4)) < 1e-5, own[at]!.parsed.message.text)
})

test('its files are small, and the card names them and the threshold', () => {
  const size = FILES.reduce((sum, name) => sum + statSync(join(MODEL_FOLDER, name)).size, 0)
  assert.ok(size < 1_000_000, `${size} bytes`)
  const card = readFileSync(join(MODEL_FOLDER, 'card.md'), 'utf8')
  assert.ok(card.includes(`phishing from ${model.threshold.toFixed(2)} on`))
  assert.ok(card.includes(model.version))
})

test('variants of phishing messages stay phishing', async () => {
  for (const [brand, host] of [
    ['Wells Fargo', 'wellsfargo-desk.example.com'],
    ['Correos', 'correos-tasas.example.com'],
    ['Northwind Bank', 'nw-account-check.top'],
  ] as const) {
    const text = `${brand}: your account is suspended, verify your identity at https://${host}/login`
    for (const variant of [
      text,
      text.toUpperCase(),
      text.replace(/account|verify/g, word => [...word].join('\u200b')),
      text
        .replace(/a(?=\w* is)/g, 'а')
        .replace('identity', 'іdеntіtу')
        .replace('verify', 'vеrіfу'),
      text
        .replace('account', 'acc0unt')
        .replace('suspended', '5uspended')
        .replace('identity', '1dent1ty')
        .replace('verify', 'v3rify'),
      text.replace('account', 'a c c o u n t').replace('verify', 'v e r i f y'),
      text.replace('https://', 'hxxps://'),
      text.replaceAll('.', '[.]'),
      text.replaceAll('.', ' . '),
      text.replace('https://', ''),
    ]) {
      const { is_phishing, risk_level } = await analyseOne(sms(variant), model)
      assert.ok(is_phishing && risk_level !== 'low', variant)
    }
  }
})

test('codes, notes of official domains and family messages stay low', async () => {
  assert.equal(
    [
      ...new Set([
        ...(await levelsOf([
          'Your Lloyds code is 204 118. Do not share it with anyone.',
          '882 104 is your one-time passcode for Monzo',
        ])),
        ...(await levelsOf(['Evri: your parcel is out for delivery today. Track it at https://www.evri.com/track/1'], {
          sender: 'Evri',
        })),
        ...(await levelsOf(['MRW: su envio llega hoy antes de las 20 h. Consulte https://www.mrw.es/seguimiento'], {
          sender: 'MRW',
        })),
        ...(await levelsOf([
          'Mum are you home? I forgot my keys',
          'Hola mama, llego a las nueve, guardame cena',
          'Dad can you call me when you can? Nothing bad',
        ])),
        ...(await levelsOf(['Ibercaja: compra de 18,20 EUR en FARMACIA con su tarjeta terminada en 2201'], {
          sender: 'Ibercaja',
        })),
        ...(await levelsOf(['Your card ending 4410 was used for $12.40 at GREEN GROCER. Balance $310.22'], {
          sender: 'Chase',
        })),
      ]),
    ],
    ['low'],
  )
})

test('phishing, promotion and private messages are distinguished in both languages', async () => {
  const is = async (text: string) => (await analyseOne(sms(text), model)).is_phishing
  for (const text of [
    'Your toll balance is overdue. To avoid a late fee pay at https://toll-pay-desk.top/u',
    'Hi mum, my phone broke, this is my new number, can you pay a bill for me today?',
    'Su tarjeta ha sido desactivada, reactivela en http://tarjeta-activa.xyz',
    'Su paquete no pudo ser entregado, confirme la direccion en paquete-direccion.top/es',
  ])
    assert.ok(await is(text), text)
  for (const text of [
    'Spring sale: 20% off all garden furniture in store this weekend',
    'Rebajas: 30% en toda la tienda hasta el domingo',
    'Are we still on for lunch tomorrow at one?',
    'Compra pan y leche cuando vuelvas',
  ])
    assert.not(await is(text), text)
})

test('a batch gives each message the same analysis as alone', async () => {
  const own = ownMessages().map(({ parsed }) => parsed.message)
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom(...own.map(message => message.text)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 12 }), async texts => {
      const messages = texts.map(one => sms(one))
      const all = await analyse(messages, model)
      for (const [at, message] of messages.entries()) assert.equal(await analyseOne(message, model), all[at])
    }),
    { numRuns: 60 },
  )
})

test('whatever is sent has an answer', async () => {
  const extractedUrls = Array.from({ length: 1_000 }, (_, at) => `https://a${at}.example.net/${'x'.repeat(at)}`)
  for (const message of [
    ...['', '\0', '\ud800', '🎉', 'שלום', ...HOSTILE].map(text => sms(text)),
    sms('', { extractedUrls }),
  ]) {
    const { risk_score, confidence_score } = await analyseOne(message, model)
    for (const score of [risk_score, confidence_score]) assert.ok(score >= 0 && score <= 1, message.text.slice(0, 12))
  }
})

test('a file that is not a model of this service is refused with the reason', async () => {
  const why = async (change: (name: string, bytes: Buffer) => Buffer, { isCarded = true } = {}) => {
    cpSync(MODEL_FOLDER, folder, { recursive: true })
    let card = readFileSync(join(folder, 'card.md'), 'utf8')
    for (const name of FILES) {
      const bytes = readFileSync(join(folder, name))
      const changed = change(name, bytes)
      card = card.replace(sha256(bytes), sha256(changed))
      writeFileSync(join(folder, name), changed)
    }
    if (isCarded) writeFileSync(join(folder, 'card.md'), card)
    try {
      await (await openModel(folder)).close()
    } catch (error) {
      return String(error instanceof OperationalError && error.message).replace(
        `the SMS model in ${folder} can't be used: `,
        '',
      )
    }
    return 'opened'
  }
  const replaced = (of: string, from: string, to: string) => (name: string, bytes: Buffer) =>
    name === of ? Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1') : bytes
  assert.is(await why((_, bytes) => bytes), 'opened')
  assert.is(await why(replaced('trees.onnx', 'v1.', 'v0.')), 'it has no version')
  assert.is(await why(replaced('text.onnx', 'v1.', 'v2.')), 'its files are of different versions')
  assert.is(
    await why(replaced('trees.onnx', 'phishing promotion', 'phishing promotiom')),
    'it was trained for other features',
  )
  assert.is(await why(replaced('trees.onnx', 'threshold', 'treshhold')), 'it has no threshold from 0 to 1')
  assert.is(await why(replaced('text.onnx', 'known_words', 'known_wards')), 'it has no known words')
  assert.match(
    await why((name, bytes) => (name === 'trees.onnx' ? Buffer.alloc(0) : bytes)),
    /^it is not an ONNX model of this service/,
  )
  for (const damaged of FILES) {
    const flipped = (name: string, bytes: Buffer) => {
      if (name === damaged) bytes[bytes.length >> 1]! ^= 1
      return bytes
    }
    assert.is(await why(flipped, { isCarded: false }), `${damaged} is not the file that its card names`)
  }
  const other = (name: string, bytes: Buffer) =>
    name === 'addresses.onnx' ? readFileSync(join(MODEL_FOLDER, 'text.onnx')) : bytes
  assert.is(await why(other, { isCarded: false }), 'addresses.onnx is not the file that its card names')
  cpSync(MODEL_FOLDER, folder, { recursive: true })
  rmSync(join(folder, 'text.onnx'))
  const missing = openModel(folder).catch((error: Error) => error.message)
  assert.match(String(await missing), /can't be used: ENOENT/)
})

test.run()
