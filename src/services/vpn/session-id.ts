import { ID_LENGTH_MAX, plainText } from '#values/text.ts'

export const session_id = plainText(ID_LENGTH_MAX).describe('The session, `vps_` and a UUID.')
