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

/** Markdown. */
export function cardOf({ version, sha256, data, trained, stack, results }: SmsModelCard): string {
  const { trees, depth, learningRate, lambda, childWeightMin } = BOOSTING
  return `# SMS model ${version}

${markdownTable(
  ['file', 'SHA-256'],
  Object.entries(sha256).map(([name, hash]) => [`\`${name}\``, `\`${hash}\``]),
)}

## Purpose and limits

The probability that a received message is phishing: that it deceives the recipient into giving data, money or access. Unsolicited promotion is
not phishing. Rules put floors under it, and caps over it for one-time codes, for notices that contain only links and numbers of the organisation that
they name, and for messages of a short code or a brand's name without contact. It does not judge the sender, and is not sufficient to block a number.

- **A message is phishing from ${stack.threshold.toFixed(2)} on**, chosen as the highest F1 on ${FOLDS} folds of the training data, each predicted by models trained on the others;
  users, months of phishing and sentences stay in one fold.
- It reads English and Spanish. Spanish was mostly learned from our own sentences, and tested on ${formatCount(SPANISH_TESTED)} messages that we wrote ourselves. Messages in other
  languages are scored by links and forms, with less confidence.
- Its phishing data are mostly of 2022 and 2023 and of the United States; older sets are of 2011 and before. Lists, words and rules need updates.
- It is weak on openers of strangers without a link or a keyword ("wrong number", romance), on investment adverts and on promotion with shortened links.
- No link is opened, so the target of a shortened link is unknown.

## Data

${markdownTable(
  ['file', 'SHA-256', 'what, licence'],
  Object.entries(data).map(([name, hash]) => [name, `\`${hash}\``, describe(name)]),
)}

This repository contains no rows of other data sets. Our own sentences (\`src/programs/training/sms/own-messages.ts\`) and messages (\`src/programs/training/sms/labelled/\`) are; lists of brands and domains, the words of rules and these
sentences were changed after the test part of the mixed sources was evaluated, so its figures are better than those on new messages will be. The rules
\`code_by_mistake\` and \`data_for_prize\` were written for two Spanish messages that the model missed.
UCI's spam is used only with a label of Mishra & Soni; each text is used once; uncertain Spanish phrases count 0.3, our own messages 3.

## Training

\`npm run train -- sms --data DIR\`, which is deterministic. The model is trained on all messages: ${Object.entries(
    trained,
  )
    .map(([of, count]) => `${formatCount(count)} ${of}`)
    .join(', ')}. The figures
below are of the same procedure, trained on the training part of each protocol.

1. Text is normalised: NFKC, no invisible characters, confusables and leet as the letters they stand for, spaced-out words
   joined; links as one character, digits as 0.
2. Runs of 2 to 5 characters, words and pairs of words are hashed into ${formatCount(TEXT_GRAMS)} features. Three linear layers (squared hinge loss by dual coordinate
   descent, cost ${LINEAR.cost}, positives × ${LINEAR.positiveCost}, features scaled by inverse document frequency) separate smishing, promotion and ham from the rest; each weight is stored in a byte.
3. Another layer detects phishing URLs by ${formatCount(URL_GRAMS)} features of host and path.
4. Boosted trees on log loss (${trees} trees of depth ${depth}, learning rate ${learningRate}, λ ${lambda}, at least ${childWeightMin} of p(1 − p) on each side) use ${FEATURE_NAMES.length} features: the layers' margins, links, forms,
   and how often each of ${TOPICS.length} topics occurs. They learn from margins of layers that were not trained on the row.
5. Platt scaling on the folds (slope ${stack.calibration.slope.toFixed(3)}, shift ${stack.calibration.shift.toFixed(3)}), which is included in the trees of the file.

Trees, costs and scales were chosen on the first eight splits of the three-class protocol, whose mean includes them. No feature is of the sender, because it would identify the data set. Random numbers are seeded.

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

- Parity: \`parity.gz\` contains the trainer's probabilities of our own sentences; ONNX Runtime must give the same within 1e-4.
- Confidence is the score's distance from 0.5, lowered for other languages, if less than half of the words are known, for fewer than four words,
  and if rules change the model's probability by more than 0.5.
- Verdicts that users correct (\`feedback\`) are used to train and test the next version.
`
}

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
