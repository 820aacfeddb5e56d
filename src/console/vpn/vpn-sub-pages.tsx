import { SubPages } from '../ui/sub-pages.tsx'

const PAGES = [
  ['vpn', 'Servers'],
  ['vpn/sessions', 'Open sessions'],
  ['vpn/sessions/history', 'All sessions'],
] as const

export function VpnSubPages() {
  return <SubPages label="Pages of the VPN" of={PAGES} />
}
