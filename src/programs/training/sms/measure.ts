import { urlGrams } from '#domain/sms/model/grams.ts'
import { checkEvidence } from './evidence.ts'
import type { Sample } from './message.ts'
import { mishraProtocol } from './mishra-protocol.ts'
import { mixedProtocol } from './mixed-protocol.ts'
import { ownLabelled } from './own-labelled.ts'
import { ownMessages } from './own-messages.ts'
import { readMessages } from './sources.ts'
import type { LinkScores } from './stack.ts'
import { uciProtocol } from './uci-protocol.ts'
import { fitUrlModel, readUrls, type UrlModel, urlFigures, urlScore } from './url-model.ts'

export type Data = Awaited<ReturnType<typeof readData>>
export type Results = ReturnType<typeof measure>

/** The data sets of a folder, with our own sentences. */
export async function readData(folder: string, onStep: (step: string) => void) {
  const { samples, hashes } = await readMessages(folder, rows => onStep(`${rows} messages read`))
  const { urls, hashes: urlHashes } = await readUrls(folder)
  onStep('addresses')
  const urlModel = fitUrlModel(urls)
  return {
    ...{ samples, own: [...ownMessages(), ...ownLabelled()], urlModel, linkScores: createLinkScores(urlModel) },
    hashes: { ...hashes, ...urlHashes },
    figures: urlModel === null ? null : urlFigures(urls),
  }
}

/** Runs every protocol for which there are data. */
export function measure({ samples, own, linkScores, figures }: Data, seeds: number, onStep: (step: string) => void) {
  return {
    urls: figures,
    evidence: checkEvidence([...samples, ...own]),
    uci: uciProtocol(samples, linkScores),
    mixed: mixedProtocol([...samples, ...own], linkScores, step => onStep(`mixed sources: ${step}`)),
    mishra: mishraProtocol(samples, linkScores, seeds, seed => onStep(`Mishra, parting ${seed} of ${seeds}`)),
  }
}

/** Without a URL model each score is a half, as in the service. */
function createLinkScores(model: UrlModel | null): LinkScores {
  const scores = new Map<Sample, readonly number[]>()
  return sample => {
    const score = () =>
      sample.parsed.links.map(({ parsedUrl }) => (model === null ? 0.5 : urlScore(model, urlGrams(parsedUrl))))
    if (!scores.has(sample)) scores.set(sample, score())
    return scores.get(sample)!
  }
}
