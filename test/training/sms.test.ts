import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as assert from 'uvu/assert'
import { countsOf, metricsOf } from '#programs/training/sms/figures.ts'
import { ownMessages } from '#programs/training/sms/own-messages.ts'
import { readMessages } from '#programs/training/sms/sources.ts'
import { groupOf, mixedSplit, taught } from '#programs/training/sms/split.ts'
import { bestThreshold, calibratedProbability, fitCalibration } from '#programs/training/sms/stack.ts'
import { suite } from '../harness/suite.ts'

const test = suite('training on messages')
const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'sms-training-'))
test.after(() => rmSync(folder, { recursive: true }))
/** A busy machine takes its time. */
const RUN_MS_MAX = 240_000

/** Data sets in the forms of the real ones, made of our own sentences. */
const own = ownMessages()
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const write = (name: string, header: string, rows: string[]) =>
  writeFileSync(join(folder, name), gzipSync([header, ...rows, ''].join('\n')))
const some = (part: number) => own.filter((_, at) => at % 4 === part)
const spam = (label: string) => (label === 'promotion' ? 'spam' : label)
write(
  'sms_uci.csv.gz',
  'text,label,src',
  some(0).map(({ parsed, label }) => `${quoted(parsed.message.text)},${label === 'ham' ? 'ham' : 'spam'},uci`),
)
write(
  'sms_mishra5971.csv.gz',
  'text,label,src,url,phone,email',
  some(1).map(({ parsed, label }) => `${quoted(parsed.message.text)},${spam(label)},mishra,No,No,No`),
)
write(
  'sms_exais.csv.gz',
  'user,dir,sender,time,label,text,src',
  some(2)
    .filter(({ label }) => label !== 'smishing')
    .map(
      ({ parsed, label }, at) =>
        `${2 + (at % 4)},${at % 9 === 0 ? 'send' : 'receive'},${['BANK', '777', '2.35E+12'][at % 3]},x,${spam(label)},${quoted(`${parsed.message.text}\nno ${at}`)},exais`,
    ),
)
write(
  'sms_smishtank.csv.gz',
  'id,text,sender,sender_type,time,url,brand,url_kind,category,dom_created,label,src',
  some(3)
    .filter(({ label }) => label === 'smishing')
    .map(
      ({ parsed }, at) =>
        `${at},${quoted(parsed.message.text)},+1,x,"0${1 + (at % 9)}/11/2023, 10:00:00",,,,Delivery,,smishing,smishtank`,
    ),
)
write(
  'url_esdaung.csv.gz',
  'label,url',
  own.flatMap(({ parsed, label }) => parsed.links.map(({ url }) => `${label === 'smishing' ? 1 : 0},${quoted(url)}`)),
)

function run(...words: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  return new Promise(done =>
    execFile(process.execPath, words, { cwd: root, timeout: RUN_MS_MAX }, (error, stdout, stderr) =>
      done({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    ),
  )
}

test('the same data make the same model to the byte', async () => {
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  for (const out of [one, two]) {
    const { status, stderr } = await run(
      'src/programs/training/train.ts',
      'sms',
      '--data',
      folder,
      '--out',
      out,
      '--seeds',
      '1',
    )
    assert.equal([status, stderr], [0, ''])
  }
  for (const name of ['text.onnx', 'addresses.onnx', 'trees.onnx', 'card.md', 'parity.gz'])
    assert.equal(readFileSync(join(one, name)), readFileSync(join(two, name)), name)
  const card = readFileSync(join(one, 'card.md'), 'utf8')
  for (const part of ['sms_uci.csv.gz', 'url_esdaung.csv.gz', '## UCI', 'phishing from 0.'])
    assert.ok(card.includes(part), part)
})

test('every protocol is run on the files that are there', async () => {
  const { status, stdout, stderr } = await run(
    'src/programs/training/evaluate.ts',
    'sms',
    '--data',
    folder,
    '--seeds',
    '1',
  )
  assert.equal([status, stderr], [0, ''])
  assert.match(stdout, /the first 30 % of the file's rows, \d+, are trained on/)
  assert.match(stdout, /other rows: all 5,574/)
  assert.match(stdout, /^\| \*\*this trainer\*\* .*\| [.\d]+ \[[.\d]+, [.\d]+\] \|$/m)
  assert.match(stdout, /1 random splits:/)
  assert.match(stdout, /alphanumeric sender or one of 3 to 6 digits: [1-9]\d* of them here/)
  assert.match(stdout, /^\| smishtank: Delivery /m)
  assert.match(stdout, / indicators: 0 of them do not quote their source/)
})

test('labelled messages are counted by language and form, and wrong verdicts are listed', async () => {
  const file = join(folder, 'labelled.jsonl')
  const rows = [
    {
      form: 'delivery',
      honest: true,
      text: 'DHL: your parcel arrives today. Track it: https://www.dhl.com/track',
      sender: 'DHL',
    },
    {
      form: 'delivery',
      honest: false,
      text: 'DHL: pay the fee of 1.99 for your parcel: https://dhl-fee.example.top',
      sender: 'DHL',
    },
    {
      form: 'code',
      honest: false,
      text: 'The driver needs the code that you just got',
      sender: null,
      theft_of_code: true,
    },
    { form: 'other', honest: false, text: 'See you at dinner', sender: null },
  ].map((row, at) => ({ id: `m${at}`, language: at === 3 ? 'es' : 'en', ...row }))
  writeFileSync(file, `${rows.map(row => JSON.stringify(row)).join('\n')}\n`)
  const { status, stdout, stderr } = await run('src/programs/training/evaluate.ts', 'messages', file)
  assert.equal([status, stderr], [0, ''])
  assert.match(stdout, /^\| en +\| 3 +\| 2 +\| 0 +\| 0 +\| 1 +\| 1\.000 +\| 1\.000 +\| 1\.000 +\|$/m)
  assert.match(stdout, /^\| es +\| 1 +\| 0 +\| 1 +\| 0 +\| 0 +\|/m)
  assert.match(stdout, /^\| theft of a code en +\| 1 +\| 1 +\|/m)
  assert.match(stdout, /authority notes above the threshold: 0\./)
  assert.match(stdout, /^\| m3 +\| other +\| FN +\| 0\.\d{4} +\|/m)
  writeFileSync(file, '{"id": 1}\n')
  for (const [words, why] of [
    [[], /^one FILE is needed/],
    [[file], /labelled\.jsonl, line 1: /],
    [[join(folder, 'none.jsonl')], /none\.jsonl can't be read/],
  ] as const) {
    const refused = await run('src/programs/training/evaluate.ts', 'messages', ...words)
    assert.ok(refused.status > 0)
    assert.match(refused.stderr, why)
  }
})

test('a folder without messages and invalid arguments are refused', async () => {
  for (const [words, status, why] of [
    [['--data', root], 1, `${root} has no sms_*.csv.gz`],
    [[], 2, '--data is needed'],
    [['--data', folder, '--seeds', '0'], 2, '--seeds must be a number from 1 to 999'],
  ] as const)
    for (const command of ['train', 'evaluate']) {
      const said = await run(`src/programs/training/${command}.ts`, 'sms', ...words)
      assert.equal([said.status, said.stderr.split('\n')[0]], [status, why], command)
    }
})

test('no text is in both parts; later phishing and other users are tested', async () => {
  const { samples } = await readMessages(folder)
  assert.not(samples.some(({ source, parsed }) => source === 'exais' && parsed.message.sender === null))
  const { train, test: tested } = mixedSplit([...samples, ...own])
  const keys = new Set(tested.map(({ key }) => key))
  assert.not(train.some(({ key }) => keys.has(key)))
  const users = (of: typeof train) => new Set(of.filter(({ source }) => source === 'exais').map(({ user }) => user))
  assert.equal([...users(train)].sort(), ['2', '4'])
  assert.equal([...users(tested)].sort(), ['3', '5'])
  const times = (of: typeof train) => of.filter(({ source }) => source === 'smishtank').map(({ at }) => at!)
  assert.ok(Math.max(...times(train)) < Math.min(...times(tested)))
  assert.not(tested.some(({ source }) => source === 'own'))
})

test('spam without a label of deceit is not trained on, and each text is trained on once', async () => {
  const { samples } = await readMessages(folder)
  const known = taught([...samples, ...samples])
  assert.not(known.some(({ source, label }) => source === 'uci' && label !== 'ham'))
  const texts = known.map(({ label, key }) => `${label} ${key}`)
  assert.is(new Set(texts).size, texts.length)
  assert.is(groupOf(samples.find(({ source }) => source === 'smishtank')!), 'month 2023-01')
})

test('our own sentences are the same each time, and each class and language has some', () => {
  const texts = (of: typeof own) => of.map(({ parsed }) => parsed.message.text)
  assert.equal(texts(ownMessages()), texts(own))
  for (const label of ['ham', 'promotion', 'smishing'])
    for (const language of ['en', 'es'])
      assert.ok(
        own.some(one => one.label === label && one.parsed.language === language),
        `${label} ${language}`,
      )
  assert.not(texts(own).some(text => /[{}]|undefined/.test(text)))
})

test('figures are those that a hand computes', () => {
  const told = [
    ...Array.from({ length: 3 }, () => ({ isPositive: true, isPredicted: true })),
    ...[
      { isPositive: true, isPredicted: false },
      { isPositive: false, isPredicted: true },
    ],
    ...Array.from({ length: 5 }, () => ({ isPositive: false, isPredicted: false })),
  ]
  const { f1, precision, recall, falsePositiveRate, accuracy, mcc } = metricsOf(countsOf(told))
  assert.equal([f1, precision, recall, falsePositiveRate, accuracy], [6 / 8, 3 / 4, 3 / 4, 1 / 6, 8 / 10])
  assert.ok(Math.abs(mcc - (3 * 5 - 1) / Math.sqrt(4 * 4 * 6 * 6)) < 1e-12)
  assert.equal(
    countsOf(
      told,
      Float64Array.from(told, (_, at) => (at === 4 ? 2 : 0)),
    ),
    { truePositives: 0, falseNegatives: 0, falsePositives: 2, trueNegatives: 0 },
  )
})

test('calibration finds the log-odds that labels follow, and the threshold the best F1', () => {
  const margins = Float64Array.from({ length: 2_000 }, (_, at) => (at % 20) - 10)
  // Of each margin's rows so many are positive as log-odds of half of it, and one more, say.
  const labels = Uint8Array.from(margins, (margin, at) =>
    Math.floor(at / 20) / 100 < 1 / (1 + Math.exp(-margin / 2 - 1)) ? 1 : 0,
  )
  const { slope, shift } = fitCalibration(margins, labels)
  assert.ok(Math.abs(slope - 0.5) < 0.03 && Math.abs(shift - 1) < 0.1, `${slope} ${shift}`)
  assert.is(calibratedProbability(0, { slope, shift: 0 }), 0.5)
  assert.is(bestThreshold(Float64Array.of(0.1, 0.34, 0.36, 0.9), Uint8Array.of(0, 0, 1, 1)), 0.36)
})

test.run()
