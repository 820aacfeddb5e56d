import { sql } from 'slonik'
import type { Module } from '#module.ts'
import { jobPartsOf, reactionsOf } from '#reactions/process.ts'
import { linkSubscriptions } from './check-process.ts'
import { linkList } from './projection.ts'
import { linkPublicEvents } from './public-events.ts'
import { linkRoutes } from './routes.ts'

/** A throw-away module, written from src/modules/README.md: it stands in a list and in no other file. */
export const links: Module = {
  name: 'links',
  migrations: [{ name: 'links-001', statements: [sql.unsafe`create table ops.link_feeds (url text primary key)`] }],
  readModels: [linkList],
  reactions: () => reactionsOf(linkSubscriptions),
  publicEvents: linkPublicEvents,
  examples: {
    reportLink: { body: { url: 'https://evil.example/' }, responses: { 202: { link_id: 'lnk_1' } } },
    listLinks: {
      responses: { 200: { data: [{ link_id: 'lnk_1', url: 'https://evil.example/', is_malicious: true }] } },
    },
  },
  start: ({ service, interactive }) => ({
    routes: api => linkRoutes(api, interactive),
    jobs: () => jobPartsOf(linkSubscriptions, service),
    health: () => ({ link_feeds: { state: 'off' } }),
  }),
}
