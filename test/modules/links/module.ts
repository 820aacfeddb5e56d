import { sql } from 'slonik'
import { z } from 'zod'
import { integer } from '#config/config-values.ts'
import type { Module } from '#module.ts'
import { jobPartsOf, reactionsOf } from '#reactions/process.ts'
import { linkSubscriptions } from './check-process.ts'
import { linkInbound } from './inbound.ts'
import { linkList } from './projection.ts'
import { linkPublicEvents } from './public-events.ts'
import { linkRoutes } from './routes.ts'

/** Its default is lower than what the test sets, so a variable that is not read is noticed. */
const linkConfig = z.object({ LINK_REPORTS_MAX: integer(1, 100).default(1).describe('reports of a client in a month') })
type LinkConfig = z.infer<typeof linkConfig>

/** A throw-away module, written from src/modules/README.md: it stands in a list and in no other file. */
export const links: Module<LinkConfig> = {
  name: 'links',
  config: linkConfig,
  tags: [{ name: 'links', order: 2_000, 'x-displayName': 'Links', description: 'Links that may be dangerous.' }],
  errorAdvice: { URL_001: 'Report another link.' },
  migrations: [{ name: 'links-001', statements: [sql.unsafe`create table ops.link_feeds (url text primary key)`] }],
  readModels: [linkList],
  reactions: () => reactionsOf(linkSubscriptions),
  publicEvents: linkPublicEvents,
  inbound: [linkInbound],
  examples: {
    reportLink: { body: { url: 'https://evil.example/' }, responses: { 202: { link_id: 'lnk_1' } } },
    listLinks: {
      responses: { 200: { data: [{ link_id: 'lnk_1', url: 'https://evil.example/', is_malicious: true }] } },
    },
  },
  start: ({ service, interactive }) => ({
    routes: api => linkRoutes(api, interactive, interactive.config.LINK_REPORTS_MAX),
    jobs: () => jobPartsOf(linkSubscriptions, service),
    health: () => ({ link_feeds: { state: 'off' } }),
  }),
}
