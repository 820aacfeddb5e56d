/** Answers of a model to rows whose labels are known; row by row. */
export type LabelledScores = { labels: Uint8Array; scores: Float64Array }

/** How often each row counts; once where nothing is said. */
type Weights = Float64Array | undefined

/** Rows from the highest score to the lowest, in the order of rows where scores are equal. */
export function ranked(scores: Float64Array): Uint32Array {
  const order = new Uint32Array(scores.length)
  for (let row = 0; row < order.length; row += 1) order[row] = row
  return order.sort((a, b) => scores[b]! - scores[a]! || a - b)
}

/**
 * Area under the ROC curve: how often a positive has a higher score than a negative, a tie counting half. Average precision: the mean of
 * the precision at each positive, rows of one score counting as one step.
 */
export function rankMetrics({ labels, scores }: LabelledScores, order = ranked(scores), weights?: Weights) {
  let [positives, negatives, pairs, precisions] = [0, 0, 0, 0]
  for (let at = 0; at < order.length; ) {
    const score = scores[order[at]!]!
    let [positivesHere, negativesHere] = [0, 0]
    for (; at < order.length && scores[order[at]!] === score; at += 1) {
      const weight = weights?.[order[at]!] ?? 1
      if (labels[order[at]!] === 1) positivesHere += weight
      else negativesHere += weight
    }
    pairs += negativesHere * (positives + positivesHere / 2)
    positives += positivesHere
    negatives += negativesHere
    if (positivesHere > 0) precisions += positivesHere * (positives / (positives + negatives))
  }
  return { auc: pairs / (positives * negatives), averagePrecision: precisions / positives }
}

/** Mean square of what is between probability and label. */
export function brier({ labels, scores }: LabelledScores): number {
  let sum = 0
  for (let row = 0; row < labels.length; row += 1) sum += (scores[row]! - labels[row]!) ** 2
  return sum / labels.length
}

/** Of rows with at least a score: which part is positive, and which part of all positives they are. */
export function atLeast({ labels, scores }: LabelledScores, least: number, most = Number.POSITIVE_INFINITY) {
  let [rows, positives, all] = [0, 0, 0]
  for (let row = 0; row < labels.length; row += 1) {
    all += labels[row]!
    if (scores[row]! < least || scores[row]! >= most) continue
    rows += 1
    positives += labels[row]!
  }
  return { rows, positives, precision: positives / rows, recall: positives / all }
}
