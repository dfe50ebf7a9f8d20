import {
  type EditedTemplate,
  type EditorCases,
  type EditorCasesWish,
  type EditorPreview,
  type EditorPreviewWish,
  type EditorSession,
  editName,
  type SavedEdits,
} from '../../wire/editor.ts'
import {
  createTicket,
  type EditingSession,
  endEditing,
  endEditingOf,
  findEditing,
  listEditing,
  takeTicket,
} from '../access/editing-sessions.ts'
import type { Owner } from '../access/tokens.ts'
import type { Database } from '../base/database/database.ts'
import type { Jobs } from '../base/jobs/jobs.ts'
import { DomainError } from '../base/words/errors.ts'
import { shortHash } from '../base/words/ids.ts'
import { enqueueRegenerations, readLinksOf } from '../content/generation-sql.ts'
import type { Previews } from '../content/preview.ts'
import { readProspectList } from '../prospects/list-sql.ts'
import type { ProspectListQuery } from '../prospects/operations.ts'
import type { Prospects } from '../prospects/prospects.ts'
import { brokenTemplate, otherFile, otherVersion, parseSound } from '../templates/refusals.ts'
import type { TemplateText } from '../templates/schemas.ts'
import { isBroken } from '../templates/template.ts'
import { parseInThread, type TemplateWork } from '../templates/template-work.ts'
import { isStoredName, type Templates } from '../templates/templates.ts'
import { knownFields, toEditedTemplate } from './edited-template.ts'
import { makeEdits, type SentEdit } from './edits.ts'
import type { EditorLink, EditorListing } from './link-operations.ts'
import { countCases, knownOfPeople, toEditorProspect } from './people.ts'

/** Changes to be saved or previewed. */
type WithEdits<Wish extends SavedEdits> = Omit<Wish, 'edits'> & { edits: readonly SentEdit[] }

/** The service's side of the editor: see `createEditing`. */
export type EditingRoom = ReturnType<typeof createEditing>

interface EditingOptions {
  db: Database
  jobs: Pick<Jobs, 'wake'>
  work: TemplateWork
  templates: Templates
  previews: Pick<Previews, 'makeEach'>
  prospects: Pick<Prospects, 'list'>
}

/** Creates the room of the editor. */
export function createEditing(options: EditingOptions) {
  const { db, jobs, work, templates, previews, prospects } = options

  /** Whether the template's page still has the session's origin: a session is valid for the template's page alone. */
  async function isPageThere({ organization, template, origin }: EditingSession): Promise<boolean> {
    const page = (await templates.getSound(organization, template))?.page
    return page !== undefined && new URL(page).origin === origin
  }

  async function toEdited(organization: string, text: TemplateText): Promise<EditedTemplate> {
    const { name, version, yaml } = text
    if (isBroken(text.problems)) throw brokenTemplate(text)
    const { template } = await parseSound(work, name, yaml)
    const stored = version === 0 ? [] : await templates.versions(organization, name)
    const saved = stored.find((each) => each.version === version)
    return {
      name,
      version,
      ...(version === 0 && { fingerprint: shortHash(yaml) }),
      ...toEditedTemplate(await work.run('writtenItems', yaml), template),
      fields: await knownFields(db, organization),
      ...(saved && { savedBy: { user: saved.user, at: saved.createdAt } }),
    }
  }

  /** The version with the changes, parsed. */
  async function parseEdited(
    organization: string,
    name: string,
    { version, fingerprint, edits }: WithEdits<SavedEdits>,
  ) {
    const text = await templates.read(organization, name, version)
    assertSameFile(text, fingerprint)
    if (isBroken(text.problems)) throw brokenTemplate(text)
    return parseInThread(work, name, await makeEdits(work, text.yaml, edits))
  }

  return {
    /**
     * Creates a link to the template's page that opens the editor there, once, within ten minutes. Throws `not-found`,
     * and `unknown-template` where the template is broken, has no page, or cannot be stored.
     */
    async openLink(owner: Owner, name: string): Promise<EditorLink> {
      const { page } = await templates.getOrExplain(owner.organization, name)
      if (page === undefined) throw noPage()
      if (!isStoredName(name)) throw notStorable()
      const { origin } = new URL(page)
      const { secret, expiresAt } = await createTicket(db, owner, { template: name, origin })
      return { url: linkToEditor(page, secret), expiresAt: expiresAt.toISOString() }
    },
    /** The open sessions of a template, the oldest first. */
    async list(organization: string, template: string): Promise<EditorListing[]> {
      const sessions = await listEditing(db, { organization, template })
      return sessions.map(({ user, begunAt, expiresAt }) => ({
        user,
        begunAt: begunAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      }))
    },
    /** Ends all sessions of a template, and its unused tickets. */
    endAll: (organization: string, template: string) => endEditingOf(db, { organization, template }),
    /** Exchanges a ticket, once, for a session. Undefined if it is invalid, or is not for a page of this origin. */
    async begin(ticket: string, origin: string): Promise<EditorSession | undefined> {
      const begun = await takeTicket(db, ticket, origin)
      return (
        begun && {
          session: begun.secret,
          expiresAt: begun.expiresAt.toISOString(),
          template: begun.template ?? '',
        }
      )
    },
    /** Finds a session, which may have ended. */
    async find(secret: string): Promise<EditingSession | undefined> {
      const found = await findEditing(db, secret)
      return found && { ...found, isOpen: found.isOpen && (await isPageThere(found)) }
    },
    end: (editing: EditingSession) => endEditing(db, editing),
    read: async ({ organization, template }: EditingSession) =>
      toEdited(organization, await templates.read(organization, template)),
    /** Stores the next version. Throws `invalid-field`, `other-version`, and `unknown-template` with its problems. */
    async save(
      { organization, user, template }: EditingSession,
      { version, fingerprint, edits }: WithEdits<SavedEdits>,
    ): Promise<EditedTemplate> {
      const text = await templates.read(organization, template)
      if (text.version !== version) throw otherVersion(text.version, version)
      assertSameFile(text, fingerprint)
      if (isBroken(text.problems)) throw brokenTemplate(text)
      const yaml = await makeEdits(work, text.yaml, edits)
      if (yaml === text.yaml) return toEdited(organization, text)
      const owner = { organization, user }
      return toEdited(organization, await templates.store(owner, template, { yaml, version }))
    },
    /** Shows a version with changes. No language model is asked. */
    async preview(
      { organization, template: name }: EditingSession,
      wish: WithEdits<EditorPreviewWish>,
    ): Promise<EditorPreview> {
      const parsed = await parseEdited(organization, name, wish)
      if (!parsed.template) return { content: [], problems: parsed.problems }
      return { content: await previews.makeEach(organization, parsed.template, wish), problems: [] }
    },
    async prospects({ organization }: EditingSession, { search, limit, cursor }: ProspectListQuery) {
      const query = readProspectList({ search, limit, cursor })
      const filter = { ...query.filter, byNameOnly: true }
      const { rows, ...more } = await prospects.list(organization, { ...query, filter })
      return { prospects: rows.map(toEditorProspect), ...more }
    },
    /** What is known of the people of a campaign of the template: the named one, or else its newest. */
    people: async ({ organization, template }: EditingSession, campaign: string | undefined) =>
      knownOfPeople(db, organization, template, campaign, await knownFields(db, organization)),
    /** Counts for whom the cases of a version with changes are. */
    async cases(
      { organization, template: name }: EditingSession,
      wish: WithEdits<EditorCasesWish>,
    ): Promise<EditorCases> {
      const { template } = await parseEdited(organization, name, wish)
      return template ? countCases(db, organization, template, wish.campaign) : { people: 0, items: [] }
    },
    /** The links whose pages a regeneration replaces, and how far one is. */
    links: ({ organization, template }: EditingSession) => readLinksOf(db, organization, template),
    /** Enqueues the regeneration of all records of the template. Returns their number. */
    async regenerate({ organization, template: name }: EditingSession): Promise<number> {
      await enqueueRegenerations(db, organization, { template: name })
      jobs.wake()
      return (await readLinksOf(db, organization, name)).links
    },
  }
}

/** Edits name items by position: those of an earlier text of the file would change other items of this one. */
function assertSameFile({ version, yaml }: TemplateText, fingerprint: string | undefined): void {
  if (version === 0 && fingerprint !== undefined && fingerprint !== shortHash(yaml)) throw otherFile()
}

function noPage(): DomainError {
  return new DomainError(
    'unknown-template',
    'page: the template has none, so there is nowhere to open the editor. Add its address, such as page: https://www.example.com/launch.',
  )
}

function notStorable(): DomainError {
  return new DomainError(
    'unknown-template',
    'name: what the editor saves is stored, and a stored template’s name has lower-case letters, digits and dashes alone. Rename the file.',
  )
}

/**
 * The address of a page with a ticket in its fragment, which no server sees. The page's own fragment stays before it.
 *
 * @example
 * linkToEditor('https://www.example.com/launch#pricing', 'T') // 'https://www.example.com/launch#pricing&motif-edit=T'
 */
function linkToEditor(page: string, ticket: string): string {
  const url = new URL(page)
  const own = url.hash.length > 1 ? `${url.hash}&` : '#'
  url.hash = `${own}${editName}=${ticket}`
  return url.href
}
