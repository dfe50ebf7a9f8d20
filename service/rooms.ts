import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { OpenDatabase } from './base/database/database.ts'
import { createJobs } from './base/jobs/jobs.ts'
import { createOutbox } from './base/outbox/outbox.ts'
import { createCampaigns } from './campaigns/campaigns.ts'
import type { Config } from './config.ts'
import { createConnections } from './connections/connections.ts'
import { createContentRecords } from './content/content-records.ts'
import { createPreviews } from './content/preview.ts'
import { createPageRecords } from './content/record-cache.ts'
import { createEditing } from './editing/editing.ts'
import { createPictures } from './editing/pictures.ts'
import { createErasing } from './erasing/erasing.ts'
import { createCollector } from './events/collect/collector.ts'
import { createTallies, recountGoal } from './events/results/tallies.ts'
import { createLive } from './events/today/live.ts'
import type { LinkOf } from './events/today/present.ts'
import { createMaintenance } from './maintenance/maintenance.ts'
import { subscriptionToken } from './messages/alerts/unsubscribe.ts'
import { createWatch } from './messages/alerts/watch-faults.ts'
import { createDelivery } from './messages/delivery.ts'
import { createMailer } from './messages/mail.ts'
import { createMemberMails } from './messages/member-mails.ts'
import { watchSoon } from './messages/receivers-sql.ts'
import { createWeeklyReports } from './messages/weekly-report.ts'
import { createProspects } from './prospects/prospects.ts'
import type { Source } from './prospects/sources/source.ts'
import { createLanguageModel } from './templates/language-model.ts'
import { linkTo, type Utm } from './templates/link.ts'
import { createPageStates } from './templates/page-states.ts'
import { createTemplateWork } from './templates/template-work.ts'
import { createTemplates } from './templates/templates.ts'

/** The rooms, for the service and for commands. */
export type Rooms = ReturnType<typeof createRooms>

interface RoomsOptions {
  config: Config
  log: Logger
  store: OpenDatabase
  /** The sources of enrichment. */
  enriching: readonly Source[]
  /** The address that links use. May throw a UserError where it is not known. */
  publicUrl(): string
  /** Whether the pages of templates are asked if they still fit. */
  checksPages: boolean
}

/** A delete on one replica is seen on all of them within a second. */
const revalidateMs = 500

/** Creates the rooms, each with what it needs and no more. Nothing runs yet. */
export function createRooms({ config, log, store, enriching, publicUrl, checksPages }: RoomsOptions) {
  const { db } = store
  const { allowPrivateAddresses, morning } = config
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics, prefix: 'motif_' })
  const jobs = createJobs({ db, log, metrics })
  const outbox = createOutbox(morning)
  const work = createTemplateWork({ log })
  /** What most rooms take some of. */
  const base = {
    db,
    store,
    log,
    metrics,
    jobs,
    outbox,
    work,
    config,
    morning,
    allowPrivateAddresses,
    publicUrl,
  }

  const tallies = createTallies(base)
  const languageModel = createLanguageModel(config.languageModel, log)
  const templates = createTemplates({
    ...base,
    folder: config.templatesDir,
    canTranslate: languageModel !== undefined,
    onChange: (organization, template) => pageStates.checkSoon({ organization, template }),
  })
  const linkOf: LinkOf = async (organization, { template, pattern, utm }) => {
    const page = (await templates.getSound(organization, template))?.page
    return page && linkTo(page, pattern, utm === null ? {} : (JSON.parse(utm) as Utm))
  }
  const pageStates = createPageStates({
    ...base,
    templates,
    isOn: checksPages,
    onChange: (organization) =>
      void watchSoon(db, organization)
        .then(() => jobs.wake('watch'))
        .catch(() => {}),
  })
  const prospects = createProspects({ ...base, sources: enriching, languageModel })
  const pages = createPageRecords({
    db: store.priority.db,
    revalidateMs: store.kind === 'pglite' ? Infinity : revalidateMs,
  })
  const content = createContentRecords({
    ...base,
    templates,
    languageModel,
    onReplaced: pages.forget,
    onGoalMoved: recountGoal,
  })
  const checksPictures = config.checkPages
  const campaigns = createCampaigns({ ...base, templates, checksPictures })
  const previews = createPreviews({ ...base, templates })

  // What tells people and programs what happens.
  const wake = () => jobs.wake('deliver')
  const sendMail = config.mail && createMailer(config.mail)
  const sources = {
    ...base,
    campaigns,
    sendMail,
    linkOf,
    namesOf: templates.namesOf,
    getContent: content.get,
    unsubscribeUrl: async (organization: string, of: string, address: string) =>
      `${publicUrl()}/unsubscribe?token=${await subscriptionToken(db, { organization, of, address })}`,
  }

  return {
    ...base,
    templates,
    pageStates,
    prospects,
    pages,
    content,
    campaigns,
    previews,
    editing: createEditing({ ...base, templates, previews, prospects }),
    pictures: createPictures(base),
    events: createCollector({ ...base, onNotices: wake }),
    tallies,
    connections: createConnections({ ...base, campaigns, linkOf, namesOf: templates.namesOf }),
    live: createLive({ ...base, tallies, linkOf, namesOf: templates.namesOf }),
    maintenance: createMaintenance({ ...base, pages: pageStates }),
    erasing: createErasing({ db, forgetPage: pages.forget }),
    mails: createMemberMails({ areSent: sendMail !== undefined, wake }),
    told: { ...base, sources },
    watch: createWatch(base),
    report: createWeeklyReports({ ...base, wake }),
    deliver: createDelivery({ ...base, sources }),
  }
}
