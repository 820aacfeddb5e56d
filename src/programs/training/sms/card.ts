import { TOPICS } from '#domain/sms/indicators/lexicon.ts'
import { FEATURE_NAMES, FEATURES_VERSION } from '#domain/sms/model/features.ts'
import { TEXT_GRAMS, URL_GRAMS } from '#domain/sms/model/grams.ts'
import { RULES, RULES_VERSION } from '#domain/sms/rules.ts'
import { markdownTable } from '#terminal/markdown-table.ts'
import { formatCount } from '#terminal/progress.ts'
import { type Results, resultsText } from './report.ts'
import { BOOSTING, FOLDS, LINEAR, type Stack } from './stack.ts'

export type SmsModelCard = {
  version: string
  /** SHA-256 by file. */
  sha256: Readonly<Record<string, string>>
  data: Readonly<Record<string, string>>
  /** How many messages of each class. */
  trained: Readonly<Record<string, number>>
  stack: Stack
  results: Results
}

/** What has to be known of a model by whoever relies on it, Markdown. */
export function cardOf({ version, sha256, data, trained, stack, results }: SmsModelCard): string {
  const { trees, depth, learningRate, lambda, childWeightMin } = BOOSTING
  return `# SMS model ${version}

${markdownTable(
  ['file', 'SHA-256'],
  Object.entries(sha256).map(([name, hash]) => [`\`${name}\``, `\`${hash}\``]),
)}

## Purpose and limits

The probability that a received message is phishing: that it deceives somebody into giving data, money or access. Promotion that nobody asked for is
not phishing. Rules put floors under it, and a cap over it for one-time codes, for notes whose only links or numbers are those of whom they name, and for what a
short code or a brand's name says without a way on; people read the indicators. It is no judgement of a sender, and no ground for blocking a number by itself.

- **A message is phishing from ${stack.threshold.toFixed(2)} on**, chosen as the highest F1 on ${FOLDS} folds of what it was trained on, each fold predicted by models that had not seen
  it; users, months of phishing and sentences stay in one fold.
- It reads English and Spanish. Spanish was learned from our own sentences mostly, and tested on ${formatCount(SPANISH_TESTED)} messages that we wrote ourselves. What is in another
  language is scored by its links and forms, with less confidence.
- The phishing it learned from is of 2022 and 2023 and of the United States mostly, older sets are of 2011 and before: lists, words and rules have to be kept up.
- It is weak on openers of strangers without a link or a keyword ("wrong number", romance), on investment adverts and on promotion with shortened links.
- No link is ever opened: what stands behind a shortener is not known.

## Data

${markdownTable(
  ['file', 'SHA-256', 'what, licence'],
  Object.entries(data).map(([name, hash]) => [name, `\`${hash}\``, describe(name)]),
)}

No row of others is part of this repository. Our own sentences (\`src/programs/training/sms/own-messages.ts\`) and messages (\`src/programs/training/sms/labelled/\`) are; lists of brands and domains, the words of rules and these
sentences were changed after the test part of the mixed sources had been looked at, so that its figures are kinder than new messages will be. The rules
\`code_by_mistake\` and \`data_for_prize\` were written for two Spanish messages that had been missed.
UCI's spam is taught only where Mishra & Soni say which kind it is; a text is taught once; weak Spanish phrases count 0.3, our own messages 3.

## Training

\`npm run train -- sms --data DIR\`, which makes the same bytes of the same data. The model is trained on all messages that there are: ${Object.entries(
    trained,
  )
    .map(([of, count]) => `${formatCount(count)} ${of}`)
    .join(', ')}. The figures
below are of the same procedure on the part of them that each protocol trains on.

1. Text is read as people see it: NFKC, nothing invisible, look-alike letters and digits in words as the letters they stand for, spaced words put
   together; links as one sign, digits as 0.
2. Runs of 2 to 5 characters, words and pairs of words are hashed into ${formatCount(TEXT_GRAMS)} features. Three linear layers (squared hinge loss by dual coordinate
   descent, cost ${LINEAR.cost}, positives × ${LINEAR.positiveCost}, features scaled by inverse document frequency) tell smishing, promotion and ham from the rest; weights are kept in a byte each.
3. Another layer tells phishing addresses by ${formatCount(URL_GRAMS)} features of host and path.
4. Boosted trees on log loss (${trees} trees of depth ${depth}, learning rate ${learningRate}, λ ${lambda}, at least ${childWeightMin} of p(1 − p) on each side) ask ${FEATURE_NAMES.length} features: the layers' margins, links, forms,
   and how often each of ${TOPICS.length} topics is spoken of. They learn from margins of layers that had not seen the row.
5. Platt's scaling on the folds (slope ${stack.calibration.slope.toFixed(3)}, shift ${stack.calibration.shift.toFixed(3)}), which is part of the trees' answers in the file.

Trees, costs and scales were compared on the first eight partings of the three-class protocol, which its mean holds, too. There is no feature of the sender: sources of data differ by it more than kinds of messages do. Random numbers are those of a seed.

# Figures

Intervals: 95 %, bootstrap, 1,000 resamples, seed 1.

${resultsText(results)}

## Rules

Version ${RULES_VERSION}. A score is the larger of the model's probability and the highest floor.

${markdownTable(
  ['rule', 'holds for'],
  Object.entries(RULES).map(([name, { description }]) => [name, description]),
)}

## Features

Version ${FEATURES_VERSION}. ${FEATURE_NAMES.join(', ')}.

## In service

- Parity: \`parity.gz\` holds what the trainer said of our own sentences; ONNX Runtime has to answer the same within 1e-4.
- Confidence is the score's distance from 0.5, lowered for a language that is neither English nor Spanish, where less than half of the words are known,
  for fewer than four words, and where rules say much more than the model, or much less.
- Verdicts that users correct (\`feedback\`) are what the next version is trained and tested on.
`
}

/** All messages of the set that is ours. */
const SPANISH_TESTED = 50

const DESCRIPTIONS: readonly (readonly [string, string])[] = [
  ['sms_uci', 'UCI SMS Spam Collection v.1 (Almeida et al. 2011); none stated'],
  ['sms_mishra', 'SMS phishing dataset (Mishra & Soni 2022); none stated'],
  ['sms_smishtank', 'SmishTank dataset I (Timko & Rahman 2024); none stated'],
  ['sms_exais', 'ExAIS SMS (Onashoga et al. 2015), received messages; none stated'],
  ['sms_nus', 'NUS SMS corpus (Chen & Kan 2013), ham; none stated'],
  ['sms_es_softecapps', 'softecapps/spam_ham_spanish, short phrases; none stated'],
  ['sms_es_handwritten', 'ours'],
  ['url_esdaung', 'PhishDataset (Aung & Yamana 2021); none stated'],
  ['url_jpcert', 'JPCERTCC/phishurl-list; none stated'],
]

function describe(name: string): string {
  return DESCRIPTIONS.find(([begin]) => name.startsWith(begin))?.[1] ?? ''
}
