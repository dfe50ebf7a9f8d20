import { createFoundation } from './0001-foundation.ts'
import { createIdempotencyTable } from './0002-idempotency.ts'
import { createPeopleTables } from './0003-people.ts'
import { createDeliveryTable } from './0004-deliveries.ts'
import { createEventTables } from './0005-events.ts'
import { createArrivalTable } from './0006-arrivals.ts'
import { createErasureTable } from './0008-erasing.ts'
import { indexProspectLists } from './0008-prospect-lists.ts'
import { createSessionTables } from './0008-sessions.ts'
import { createTemplateTables, indexTemplateVersions } from './0009-stored-templates.ts'
import { createCampaignTables, indexCampaignRecords } from './0010-campaigns.ts'
import { createMaintenanceTables } from './0011-maintenance.ts'
import { indexLists } from './0012-list-indexes.ts'
import { createReportViews } from './0013-report-views.ts'
import { addBegunVisits } from './0014-begun-visits.ts'
import { addJobHosts } from './0015-job-hosts.ts'
import { createPresenceTable, indexRecentVisits } from './0017-presence.ts'
import { createWebhookTables } from './0018-webhooks.ts'
import { createPictureTables } from './0019-pictures.ts'
import { indexCampaignNames } from './0020-campaign-names.ts'
import { createEditingTables } from './0021-editing.ts'
import { createCredentialTable } from './0022-credentials.ts'
import { createMessageTable } from './0023-messages.ts'
import { createRegenerationTable } from './0024-regeneration.ts'
import { createEventRows } from './0025-event-rows.ts'
import { addColumns, type Migration } from './migration.ts'

/** The oldest release whose replicas may run on a database that has all of these. */
export const oldestBeside = '0.1.0'

/** In the order in which they run; they only move forward. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': { up: createFoundation },
  '0002-idempotency': { up: createIdempotencyTable },
  '0003-people': { up: createPeopleTables },
  '0004-deliveries': { up: createDeliveryTable },
  '0005-events': { up: createEventTables },
  '0006-arrivals': { up: createArrivalTable },
  '0007-roles': addColumns('token', "role text NOT NULL DEFAULT 'admin'"),
  '0008-erasing': { up: createErasureTable },
  '0008-prospect-lists': { up: indexProspectLists, outsideTransaction: true },
  // What an earlier version enriched counts as stated.
  '0008-guesses': addColumns('prospect', "guessed text NOT NULL DEFAULT ''", 'description text'),
  '0008-sessions': { up: createSessionTables },
  '0009-stored-templates': { up: createTemplateTables },
  '0009-template-versions-index': { up: indexTemplateVersions, outsideTransaction: true },
  '0010-campaigns': { up: createCampaignTables },
  '0010-campaign-records-index': { up: indexCampaignRecords, outsideTransaction: true },
  '0011-maintenance': { up: createMaintenanceTables },
  '0012-list-indexes': { up: indexLists, outsideTransaction: true },
  '0013-report-views': { up: createReportViews },
  '0014-begun-visits': { up: addBegunVisits },
  '0015-job-hosts': { up: addJobHosts },
  '0017-presence': { up: createPresenceTable },
  '0017-recent-visits-index': { up: indexRecentVisits, outsideTransaction: true },
  '0018-webhooks': { up: createWebhookTables },
  '0019-pictures': { up: createPictureTables },
  '0020-campaign-names-index': { up: indexCampaignNames, outsideTransaction: true },
  '0021-editing': { up: createEditingTables },
  '0022-credentials': { up: createCredentialTable },
  '0023-messages': { up: createMessageTable },
  '0022-presence-order': addColumns('presence', 'sent bigint NOT NULL DEFAULT 0'),
  '0024-regeneration': { up: createRegenerationTable },
  '0024-missing-picture-address': addColumns('missing_picture', "url text NOT NULL DEFAULT ''"),
  '0025-event-rows': { up: createEventRows, least: '0025-event-rows' },
}
