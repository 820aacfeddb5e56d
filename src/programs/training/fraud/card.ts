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
  /** Null without its data. */
  handbook: readonly FoldResult[] | null
}

/** Markdown. */
export function cardOf({ version, model, data, product, handbook }: FraudModelCard): string {
  return `# Fraud model ${version}

\`model.onnx\`, SHA-256 \`${model}\`.

## Purpose and limits

The probability that a transaction is a fraud, from the transaction, its user's 30 days before it and signals across users. Rules put
floors under it, policies decide on it, people review it. It does not judge a person, and is not suitable for credit or pricing.

- All training data are simulated. On real traffic its drift must be monitored, and it must be trained again before use.
- It depends partly on reported outcomes: the last table of the simulator shows the results without them.
- It was trained on users of one simulated bank in EUR, USD and MXN. Amounts are compared in ${BASE_CURRENCY} by a table of ${RATES_OF} that is not updated.
- A missing device, IP address or merchant is neutral if the user never sends one, and counts as unseen otherwise.
- It is weak on the scenarios of low recall below, at merchants without reported frauds, and on users without a history.

## Data

| file | SHA-256 | what | licence |
|---|---|---|---|
${Object.entries(data)
  .map(([name, hash]) => `| ${name} | \`${hash}\` | ${describe(name)} |`)
  .join('\n')}

This repository contains none of their rows, except the sample of \`api_sim\` that tests train on and the features of the parity file.

## Training

\`npm run train -- fraud --data DIR\`, which is deterministic and uses no random numbers. Gradient boosted trees on log loss, without
missing values. The product's model is trained on the simulator: ${settingsText(SERVED)}, and monotone
as in the table of features.

The comparison with published results uses the same trainer and feature code on the Handbook's fields: ${settingsText(COMPARED)}, and
monotone in ${Object.keys(COMPARED.monotone ?? {}).join(', ')} only. The product's model must be monotone in all features of the amount, published
models need not be.

Labels are those that were known at the time of training: frauds that became known later count as legitimate, so the last week is
left out. Features are as of the time at which each transaction was received; a fraud counts from the time at which it became known. No
later data leak into them.

## Simulator

Our own simulator, which allows no comparison with other models. Intervals: 95 %, bootstrap by user, 1,000 resamples, seed 1.

${productText(product)}

A score is the model's probability as it is: it is not calibrated afterwards. The mean scores and frauds of the levels above show how accurate it is.

## Fraud Detection Handbook

${handbook === null ? 'Its files were not there when this card was made.' : `Simulated card transactions with a published table (Le Borgne, Siblini, Lebichot, Bontempi: Reproducible Machine Learning for Credit Card Fraud\nDetection, 2022). Intervals: 95 %, bootstrap by customer.\n\n${handbookText(handbook)}`}

## Features

Version ${COLUMNS_VERSION}. \`+\`: raising it alone never lowers the score; \`−\`: it never raises it. A larger amount or an unseen device changes only
such features, towards more risk. Windows end at the transaction's own time; those of merchants are whole hours.

${markdownTable(
  ['feature', 'group', ''],
  Object.entries(FEATURES).map(([name, { group, monotone }]) => [
    name,
    group,
    { 1: '+', [-1]: '−', 0: '' }[monotone ?? 0],
  ]),
)}

## In service

- Drift: the population stability index of scores and features against training, by day; 0.2 on two days is an alarm, 0.1 a warning. The file
  contains the training rows of each feature by bin, and their least and greatest values.
- Confidence: twice the distance of the probability from 0.5; halved for a user without history, and reduced by the share of features whose values
  are outside the range of training.
- Parity: \`parity.gz\` contains 1,000 rows with the trainer's probabilities; ONNX Runtime must give the same within 1e-5.
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
