import type { memberOperations } from './access/member-operations.ts'
import type { accessOperations } from './access/token-operations.ts'
import type { Served } from './base/http/schemas/operation.ts'
import type { campaignOperations } from './campaigns/operations.ts'
import type { contentOperations } from './content/operations.ts'
import type { previewOperations } from './content/preview-operations.ts'
import type { editLinkOperations } from './editing/link-operations.ts'
import type { erasingOperations } from './erasing/erasure.ts'
import type { liveOperations } from './events/live/operations.ts'
import type { resultsOperations } from './events/results-operations.ts'
import type { alertOperations } from './messages/alerts/operations.ts'
import type { webhookOperations } from './messages/webhook-operations.ts'
import type { settingsOperations } from './pages/settings-operations.ts'
import type { prospectOperations } from './prospects/operations.ts'
import type { templateOperations } from './templates/operations.ts'

/** Operations by method and path: `GET /v1/campaigns/:id`. */
type ByPath<Of, Prefix extends string> = {
  [Name in keyof Of as Of[Name] extends Served<infer Method, infer Given>
    ? `${Method} ${Prefix}${Given['path']}`
    : never]: Of[Name] extends Served<string, infer Given> ? Given : never
}

/** The operations that the console asks for, as their schemas have them. */
export type ApiOperations = ByPath<typeof accessOperations, '/v1'> &
  ByPath<typeof campaignOperations, '/v1'> &
  ByPath<typeof contentOperations, '/v1'> &
  ByPath<typeof editLinkOperations, '/v1'> &
  ByPath<typeof erasingOperations, '/v1'> &
  ByPath<typeof liveOperations, '/v1'> &
  ByPath<typeof memberOperations, '/v1'> &
  ByPath<typeof previewOperations, '/v1'> &
  ByPath<typeof prospectOperations, '/v1'> &
  ByPath<typeof resultsOperations, ''> &
  ByPath<typeof settingsOperations, '/v1'> &
  ByPath<typeof templateOperations, '/v1'> &
  ByPath<typeof alertOperations, '/v1'> &
  ByPath<typeof webhookOperations, '/v1'>
