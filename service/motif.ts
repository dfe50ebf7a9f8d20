import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { createSignInLink } from './access/sessions.ts'
import { ensureTokens } from './access/tokens.ts'
import { configuredUrl } from './base/commands/command.ts'
import type { Database, OpenDatabase } from './base/database/database.ts'
import { createJobs, type Jobs } from './base/jobs/jobs.ts'
import { createOutbox, type NoticeOutbox } from './base/outbox/outbox.ts'
import { runPhases } from './base/shutdown.ts'
import { explainOpening, type OlderDatabase, openStore } from './base/store.ts'
import type { Morning } from './base/words/morning.ts'
import { type Campaigns, createCampaigns } from './campaigns/campaigns.ts'
import { type CommandRooms, commands } from './commands.ts'
import type { Config } from './config.ts'
import { type ContentRecords, createContentRecords } from './content/content-records.ts'
import { createPreviews } from './content/preview.ts'
import { createPageRecords } from './content/record-cache.ts'
import { createControl } from './control.ts'
import { createEditing } from './editing/editing.ts'
import { createErasing } from './erasing/erasing.ts'
import { createCollector } from './events/collector.ts'
import { createLive } from './events/live.ts'
import type { LinkOf } from './events/read-today.ts'
import { recountGoal } from './events/sql.ts'
import { createHttp } from './http.ts'
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
import { openSources } from './prospects/sources/sources.ts'
import { createLanguageModel } from './templates/language-model.ts'
import { linkTo, type Utm } from './templates/link.ts'
import { createPageStates } from './templates/page-states.ts'
import { createTemplateWork } from './templates/template-work.ts'
import { createTemplates, type Templates } from './templates/templates.ts'

/** The whole service. */
export type Motif = Awaited<ReturnType<typeof createMotif>>

/** A delete on one replica is seen on all of them within a second. */
const revalidateMs = 500

/** Opens the database and creates the rooms. The service does not listen or work on jobs yet. */
export async function createMotif(config: Config, log: Logger) {
  const sources = openSources(config)
  const store = await openStore(config)
  try {
    return await createRooms(config, log, store, sources)
  } catch (error) {
    await store.close()
    throw await explainOpening(error, config)
  }
}

const firstLinkSeconds = 24 * 60 * 60

/** Creates the rooms, each with what it needs and no more. */
async function createRooms(config: Config, log: Logger, store: OpenDatabase, sources: readonly Source[]) {
  const { db } = store
  const { allowPrivateAddresses, morning } = config
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics, prefix: 'motif_' })
  const jobs = createJobs({ db, log, metrics })
  const outbox = createOutbox(Date.now, morning)
  const work = createTemplateWork({ log })
  const publicUrl = () => http.publicUrl()
  /** What most rooms take some of. */
  const base = { db, log, metrics, jobs, outbox, work, config, morning, allowPrivateAddresses, publicUrl }

  const languageModel = createLanguageModel({ ...base, config: config.languageModel })
  const templates = createTemplates({
    ...base,
    folder: config.templatesDir,
    canTranslate: languageModel !== undefined,
    onChange: (organization, template) => pageStates.checkSoon({ organization, template }),
  })
  const prospects = createProspects({ ...base, sources, languageModel })
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
  const campaigns = createCampaigns({
    ...base,
    templates,
    checksPictures: config.checkPages,
  })
  const previews = createPreviews({ ...base, templates })
  const editing = createEditing({ ...base, templates, previews, prospects })
  const pageStates = createPageStates({
    ...base,
    templates,
    isOn: config.checkPages,
    onChange: (organization) =>
      void watchSoon(db, organization)
        .then(() => jobs.wake('watch'))
        .catch(() => {}),
  })
  const messages = createMessages(base, { templates, content, campaigns })
  const events = await createCollector({ ...base, store, onNotices: messages.wake })
  const live = createLive({
    ...base,
    linkOf: (...of) => linkOf(templates, ...of),
    namesOf: templates.namesOf,
  })
  const maintenance = await createMaintenance({ ...base, store, pages: pageStates })
  const erasing = createErasing({
    db,
    forgetPage: pages.forget,
  })
  const http = await createHttp({
    ...base,
    ...messages,
    prospects,
    erasing,
    templates,
    previews,
    editing,
    pageStates,
    content,
    campaigns,
    pages,
    events,
    live,
  })
  const control = createControl({
    config,
    commands,
    rooms: {
      ...base,
      store: { ...store.longRunning, kind: store.kind },
      erasing,
      maintenance,
      campaigns,
      templates,
      isWorking: true,
    },
  })
  // Last: the first token is shown once, and not if anything above fails.
  const tokens = await ensureTokens(db, config.tokens)

  return {
    tokens,
    store,
    events,
    maintenance,
    listen: http.listen,
    /** Creates a link that signs into the console once, for the organization `default`. Call it after `listen`. */
    async createFirstLink() {
      const owner = { organization: 'default', user: 'default', role: 'admin' } as const
      const { secret } = await createSignInLink(db, owner, firstLinkSeconds)
      return `${http.publicUrl()}/console/sign-in?link=${secret}`
    },
    /** Starts what runs beside requests: jobs, maintenance, commands. */
    async work() {
      maintenance.start()
      jobs.start({
        enrich: prospects.enrich,
        generate: content.generate,
        regenerate: content.regenerate,
        campaign: campaigns.work,
        watch: messages.watch,
        report: messages.report,
        deliver: messages.deliver,
      })
      await control.listen()
    },
    /** Shuts down in phases, within 30 s, whatever fails or hangs. */
    stop: () =>
      runPhases(log, [
        { name: 'refuse commands', limitMs: 400, run: control.refuse },
        {
          name: 'finish requests',
          limitMs: 10_000,
          async run(signal) {
            await Promise.all([http.close(signal), live.finish()])
          },
        },
        { name: 'finish jobs', limitMs: 8000, run: jobs.finish },
        { name: 'finish maintenance', limitMs: 1000, run: maintenance.finish },
        { name: 'close the database', limitMs: 3000, run: store.close },
      ]),
  }
}

/** What most rooms take some of. */
interface Base {
  db: Database
  log: Logger
  metrics: Registry
  jobs: Jobs
  outbox: NoticeOutbox
  config: Config
  morning: Morning
  allowPrivateAddresses: boolean
  publicUrl: () => string
}

/** Creates the rooms that tell people and programs what happens, and what reads it for them. */
function createMessages(
  base: Base,
  { templates, content, campaigns }: { templates: Templates; content: ContentRecords; campaigns: Campaigns },
) {
  const { db, jobs, config, publicUrl } = base
  const wake = () => jobs.wake('deliver')
  const sendMail = config.mail && createMailer(config.mail)
  const sources = {
    ...base,
    campaigns,
    sendMail,
    namesOf: templates.namesOf,
    getContent: content.get,
    linkOf: (...of: Parameters<LinkOf>) => linkOf(templates, ...of),
    unsubscribeUrl: async (organization: string, of: string, address: string) =>
      `${publicUrl()}/unsubscribe?token=${await subscriptionToken(db, { organization, of, address })}`,
  }
  return {
    mails: createMemberMails({ areSent: sendMail !== undefined, wake }),
    told: { ...base, sources },
    watch: createWatch(base),
    report: createWeeklyReports({ ...base, wake }),
    deliver: createDelivery({ ...base, sources }),
    wake,
  }
}

/** The address of a record's page for its prospect. Undefined where the template has no page. */
async function linkOf(
  templates: Pick<Templates, 'getSound'>,
  ...[organization, { template, pattern, utm }]: Parameters<LinkOf>
): Promise<string | undefined> {
  const page = (await templates.getSound(organization, template))?.page
  return page && linkTo(page, pattern, utm === null ? {} : (JSON.parse(utm) as Utm))
}

/** Opens the rooms for a command, where no running service can run it. */
export async function openRooms(
  config: Config,
  log: Logger,
  older: OlderDatabase = 'refuse',
): Promise<CommandRooms & { close(): Promise<void> }> {
  const store = await openStore(config, older)
  const { db } = store.longRunning
  const metrics = new Registry()
  const canTranslate = config.languageModel !== undefined
  const work = createTemplateWork({ log })
  const templates = createTemplates({ db, log, work, folder: config.templatesDir, canTranslate })
  const publicUrl = () => configuredUrl(config)
  const pageStates = createPageStates({
    db,
    log,
    templates,
    work,
    allowPrivateAddresses: config.allowPrivateAddresses,
    publicUrl,
    morning: config.morning,
    // Where it is not said what tags have as their host, every tag would be taken for another service's.
    isOn: config.checkPages && config.publicUrl !== undefined,
    onChange: (organization) => void watchSoon(db, organization).catch(() => {}),
  })
  const maintenance = await createMaintenance({ store, log, metrics, pages: pageStates, config })
  const close = async () => {
    await maintenance.finish().finally(store.close)
  }
  // A service on this database looks for due jobs every second.
  const erasing = createErasing({ db, forgetPage: () => {} })
  const jobs = { wake: () => {} }
  const campaigns = createCampaigns({
    db,
    log,
    jobs,
    templates,
    outbox: createOutbox(),
    allowPrivateAddresses: config.allowPrivateAddresses,
    checksPictures: config.checkPages,
  })
  const isWorking = store.kind === 'postgres'
  return {
    db,
    store: { ...store.longRunning, kind: store.kind },
    jobs,
    erasing,
    maintenance,
    campaigns,
    templates,
    isWorking,
    publicUrl,
    close,
  }
}
