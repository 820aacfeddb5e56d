import { sql } from 'slonik'
import { z } from 'zod'
import { projection } from '#declarations/read-model.ts'
import { type LinkEvent, linkStreams } from './events.ts'

export const LinkRow = z.object({
  link_id: z.string(),
  client_id: z.string(),
  url: z.string(),
  is_malicious: z.boolean().nullable(),
  revision: z.int(),
})
type LinkRow = z.infer<typeof LinkRow>

export const linkList = projection<LinkRow, LinkEvent>({
  name: 'links',
  version: 1,
  row: LinkRow,
  streams: [linkStreams],
  tables: [
    sql.unsafe`create table links (
      link_id text collate "C" primary key,
      client_id text not null,
      url text not null,
      is_malicious boolean,
      revision integer not null)`,
  ],
  indexes: [],
  key: 'link_id',
  counters: [],
  on: {
    LinkReported: event => ({
      insert: { link_id: linkStreams.idOf(event), ...event.data, is_malicious: null, revision: event.revision },
    }),
    LinkChecked: ({ data, revision }) => ({ update: { ...data, revision } }),
  },
})
