import { indicatorsOf } from '#domain/sms/indicators/indicators.ts'
import type { Sample } from './message.ts'

/** Counts indicators whose evidence is not a quote of its source. */
export function checkEvidence(samples: readonly Sample[]) {
  let [indicators, outside] = [0, 0]
  for (const { parsed } of samples)
    for (const { evidence } of indicatorsOf(parsed)) {
      const { text, sender, extractedUrls } = parsed.message
      const sources = { text, sender: sender ?? '', extracted_urls: extractedUrls[evidence.index ?? -1] ?? '' }[
        evidence.source
      ]
      indicators += 1
      if (evidence.start >= evidence.end || sources.slice(evidence.start, evidence.end) !== evidence.text) outside += 1
    }
  return { messages: samples.length, indicators, outside }
}
