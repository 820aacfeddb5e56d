import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { subjectKey } from '#projections/subjects/subject-streams.ts'

/** Stream names after `after`, sorted. */
export async function listSubjectStreams(
  db: Database,
  subjects: readonly string[],
  { after = '', limit }: { after?: string; limit: number },
): Promise<readonly string[]> {
  const keys = sql.array(subjects.map(subjectKey), 'uuid')
  return rejectIfUnbuilt(
    db.anyFirst(sql.type(z.object({ stream: z.string() }))`
      select distinct stream from read.subject_streams
      where subject = any(${keys}) and stream > ${after} order by stream limit ${limit}`),
  )
}
