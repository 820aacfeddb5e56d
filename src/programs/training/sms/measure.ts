import { urlGrams } from '#domain/sms/model/grams.ts'
import { type AddressModel, addressFigures, addressScore, fitAddresses, readAddresses } from './addresses.ts'
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

/** What a folder holds, with our own sentences. */
export type Data = {
  samples: readonly Sample[]
  own: readonly Sample[]
  addresses: AddressModel | null
  linkScores: LinkScores
  hashes: Record<string, string>
  figures: Results['addresses']
}

export async function readData(folder: string, tell: (step: string) => void): Promise<Data> {
  const { samples, hashes } = await readMessages(folder, rows => tell(`${rows} messages read`))
  const { known, hashes: addressHashes } = await readAddresses(folder)
  tell('addresses')
  const addresses = fitAddresses(known)
  return {
    ...{ samples, own: [...ownMessages(), ...ownLabelled()], addresses, linkScores: linkScoresBy(addresses) },
    hashes: { ...hashes, ...addressHashes },
    figures: addresses === null ? null : addressFigures(known),
  }
}

/** Runs every protocol for which there are data. */
export function measure(
  { samples, own, linkScores, figures }: Data,
  seeds: number,
  tell: (step: string) => void,
): Results {
  return {
    addresses: figures,
    evidence: checkEvidence([...samples, ...own]),
    uci: uciProtocol(samples, linkScores),
    mixed: mixedProtocol([...samples, ...own], linkScores, step => tell(`mixed sources: ${step}`)),
    mishra: mishraProtocol(samples, linkScores, seeds, seed => tell(`Mishra, parting ${seed} of ${seeds}`)),
  }
}

/** Without a model of addresses nothing is said of any; so the service's does, too. */
function linkScoresBy(model: AddressModel | null): LinkScores {
  const scores = new Map<Sample, readonly number[]>()
  return sample => {
    const there = scores.get(sample)
    if (there !== undefined) return there
    const of = sample.looked.links.map(({ address }) => (model === null ? 0.5 : addressScore(model, urlGrams(address))))
    scores.set(sample, of)
    return of
  }
}
