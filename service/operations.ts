import { accessOperations } from './access/operations.ts'
import { assistantOperations } from './assistants/operations.ts'
import type { Served } from './base/http/schemas/operation.ts'
import { campaignOperations } from './campaigns/operations.ts'
import { connectionOperations } from './connections/operations.ts'
import { contentOperations } from './content/content.ts'
import { previewOperations } from './content/preview.ts'
import { pictureOperations } from './editing/operations.ts'
import { erasingOperations } from './erasing/erasure.ts'
import type { resultsOperations } from './events/results/operations.ts'
import { liveOperations } from './events/today/operations.ts'
import { alertOperations } from './messages/alerts/operations.ts'
import { webhookOperations } from './messages/webhook-operations.ts'
import { madePageOperations } from './pages/made-pages.ts'
import { settingsOperations } from './pages/routes.ts'
import { prospectOperations } from './prospects/operations.ts'
import { templateOperations } from './templates/operations.ts'

/** Operations by method and path: `GET /v1/campaigns/:id`. */
type ByPath<Of, Prefix extends string> = {
  [Name in keyof Of as Of[Name] extends Served<infer Method, infer Given>
    ? `${Method} ${Prefix}${Given['path']}`
    : never]: Of[Name] extends Served<string, infer Given> ? Given : never
}

/** The operations below `/v1`. */
export const belowV1 = {
  ...accessOperations,
  ...alertOperations,
  ...assistantOperations,
  ...campaignOperations,
  ...connectionOperations,
  ...contentOperations,
  ...erasingOperations,
  ...liveOperations,
  ...madePageOperations,
  ...settingsOperations,
  ...pictureOperations,
  ...previewOperations,
  ...prospectOperations,
  ...templateOperations,
  ...webhookOperations,
}

/** The operations that the console asks for, as their schemas have them. */
export type ApiOperations = ByPath<typeof belowV1, '/v1'> & ByPath<typeof resultsOperations, ''>
