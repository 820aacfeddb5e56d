export type LabelledScores = { labels: Uint8Array; scores: Float64Array }

/** How often each row counts; once by default. */
type Weights = Float64Array | undefined

/** Row indexes by descending score; ties in row order. */
export function ranked(scores: Float64Array): Uint32Array {
  const order = new Uint32Array(scores.length)
  for (let row = 0; row < order.length; row += 1) order[row] = row
  return order.sort((a, b) => scores[b]! - scores[a]! || a - b)
}

/** AUC of the ROC curve, where ties count half, and average precision, where rows with one score are one step. */
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

export function brier({ labels, scores }: LabelledScores): number {
  let sum = 0
  for (let row = 0; row < labels.length; row += 1) sum += (scores[row]! - labels[row]!) ** 2
  return sum / labels.length
}

/** Precision and recall of rows with a score from `least` to below `most`. */
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
