import { sql } from 'slonik'
import { projection } from '#declarations/read-model.ts'
import { type LinkEvent, linkStreams } from './events.ts'

type LinkRow = { link_id: string; client_id: string; url: string; is_malicious: boolean | null; revision: number }

export const linkList = projection<LinkRow, LinkEvent>({
  name: 'links',
  version: 1,
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
