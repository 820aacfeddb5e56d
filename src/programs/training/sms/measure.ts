import { urlGrams } from '#domain/sms/model/grams.ts'
import { checkEvidence } from './evidence.ts'
import type { Sample } from './message.ts'
import { mishraProtocol } from './mishra-protocol.ts'
import { mixedProtocol } from './mixed-protocol.ts'
import { ownLabelled } from './own-labelled.ts'
import { ownMessages } from './own-messages.ts'
import type { Results } from './report.ts'
import { readMessages } from './sources.ts'
import type { LinkScores } from './stack.ts'
import { uciProtocol } from './uci-protocol.ts'
import { fitUrlModel, readUrls, type UrlModel, urlFigures, urlScore } from './url-model.ts'

/** The data sets of a folder, with our own sentences. */
export type Data = {
  samples: readonly Sample[]
  own: readonly Sample[]
  addresses: UrlModel | null
  linkScores: LinkScores
  hashes: Record<string, string>
  figures: Results['urls']
}

export async function readData(folder: string, onStep: (step: string) => void): Promise<Data> {
  const { samples, hashes } = await readMessages(folder, rows => onStep(`${rows} messages read`))
  const { urls, hashes: urlHashes } = await readUrls(folder)
  onStep('addresses')
  const urlModel = fitUrlModel(urls)
  return {
    ...{
      samples,
      own: [...ownMessages(), ...ownLabelled()],
      addresses: urlModel,
      linkScores: createLinkScores(urlModel),
    },
    hashes: { ...hashes, ...urlHashes },
    figures: urlModel === null ? null : urlFigures(urls),
  }
}

/** Runs every protocol for which there are data. */
export function measure(
  { samples, own, linkScores, figures }: Data,
  seeds: number,
  onStep: (step: string) => void,
): Results {
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
    const cached = scores.get(sample)
    if (cached !== undefined) return cached
    const of = sample.parsed.links.map(({ parsedUrl }) => (model === null ? 0.5 : urlScore(model, urlGrams(parsedUrl))))
    scores.set(sample, of)
    return of
  }
}
