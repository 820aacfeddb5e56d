import { BASE_CURRENCY, RATES_OF } from '#domain/fraud/base-currency.ts'
import { COLUMNS_VERSION, FEATURES } from '#domain/fraud/features.ts'
import type { BoostOptions } from '#ml/trees/boost.ts'
import { markdownTable } from '#terminal/markdown-table.ts'
import { COMPARED, SERVED } from './fit.ts'
import { type FoldResult, handbookText } from './handbook-report.ts'
import type { ProductEvaluation } from './product.ts'
import { productText } from './product-report.ts'

export type FraudModelCard = {
  version: string
  /** SHA-256 of the ONNX file. */
  model: string
  /** SHA-256 by name. */
  data: Readonly<Record<string, string>>
  product: ProductEvaluation
  /** Null where its data were not there. */
  handbook: readonly FoldResult[] | null
}

/** What has to be known of a model by whoever relies on it, Markdown. */
export function cardOf({ version, model, data, product, handbook }: FraudModelCard): string {
  return `# Fraud model ${version}

\`model.onnx\`, SHA-256 \`${model}\`.

## Purpose and limits

The probability that a transaction is a fraud, from the transaction, its user's 30 days before it and what is known across users. Rules put
floors under it, policies decide on it, people review it. It is no judgement of a person, and it is not made for credit or for pricing.

- All data it was made of are simulated. On real traffic it has to be watched (drift) and trained again before anybody relies on it.
- Part of what it knows of frauds comes from outcomes that are reported: the last table of the simulator says what is left without them.
- It was trained on users of one simulated bank in EUR, USD and MXN. Amounts are compared in ${BASE_CURRENCY} by a table of ${RATES_OF} that is not kept up.
- A device, an address or a merchant that a transaction leaves out says nothing where its user never names one, and counts as unseen where the user does.
- It is weak on the scenarios of low recall below, at merchants of whom no fraud is reported yet, and on users without a history.

## Data

| file | SHA-256 | what | licence |
|---|---|---|---|
${Object.entries(data)
  .map(([name, hash]) => `| ${name} | \`${hash}\` | ${describe(name)} |`)
  .join('\n')}

No row of them is part of this repository, save the sample of \`api_sim\` that tests train on and the features of the parity file.

## Training

\`npm run train -- fraud --data DIR\`, which makes the same bytes of the same data: there is no random number in it. Gradient boosted trees on log
loss; missing values do not occur. The product's model is trained on the simulator: ${settingsText(SERVED)}, and monotone
where the table of features says so.

What stands beside published rows is the same trainer and feature code on the Handbook's fields: ${settingsText(COMPARED)}, and
monotone in ${Object.keys(COMPARED.monotone ?? {}).join(', ')} only. A model that is served has to be so in all that a larger amount moves, which published
models need not.

Labels are those that were known when the model was made: a fraud that became known later counted as none, so that the last week before was
left out of training. Features are those that each transaction had when it was received; a fraud counts in them from the moment it became
known. Nothing else of the future is in them.

## Simulator

Our own simulator, and nothing to compare with others by. Intervals: 95 %, bootstrap by user, 1,000 resamples, seed 1.

${productText(product)}

A score is the model's probability as it is: nothing calibrates it afterwards. The means of scores and the frauds of levels above say how far it holds.

## Fraud Detection Handbook

${handbook === null ? 'Its files were not there when this card was made.' : `Simulated card transactions with a published table (Le Borgne, Siblini, Lebichot, Bontempi: Reproducible Machine Learning for Credit Card Fraud\nDetection, 2022). Intervals: 95 %, bootstrap by customer.\n\n${handbookText(handbook)}`}

## Features

Version ${COLUMNS_VERSION}. \`+\`: raising it alone never lowers the score; \`−\`: it never raises it. A larger amount or an unseen device of a transaction moves only
such features, towards more risk. Windows end with the transaction's own time; those of merchants are whole hours.

${markdownTable(
  ['feature', 'group', ''],
  Object.entries(FEATURES).map(([name, { group, monotone }]) => [
    name,
    group,
    { 1: '+', [-1]: '−', 0: '' }[monotone ?? 0],
  ]),
)}

## In service

- Drift: the population stability index of scores and features against training, by day; 0.2 on two days is an alarm, 0.1 worth a look. The file
  holds what it takes: the training rows of each feature by bin, and their least and greatest values.
- Confidence: twice the distance of the probability from 0.5; less by half for a user without history, and by the part of features whose values
  lie outside of what training had.
- Parity: \`parity.gz\` holds 1,000 rows and what the trainer said of them; ONNX Runtime has to answer the same within 1e-5.
- Contributions are those along each tree's path (Saabas), in double, from the trees of the same file; with the bias they add up to the margin.
`
}

function settingsText({ trees, depth, learningRate, lambda, childWeightMin }: BoostOptions): string {
  return `${trees} trees of depth ${depth}, learning rate ${learningRate}, λ ${lambda}, at least ${childWeightMin} of p(1 − p) on each side of a split`
}

function describe(name: string): string {
  return name.startsWith('handbook')
    ? 'simulated card transactions, Fraud-Detection-Handbook/simulated-data-raw | none stated'
    : 'simulated transactions with every field of a request | ours'
}
