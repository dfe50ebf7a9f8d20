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
  findEditing,
  takeTicket,
} from '../access/editing-sessions.ts'
import type { Owner } from '../access/tokens.ts'
import type { Database } from '../base/database/database.ts'
import type { Jobs } from '../base/jobs/jobs.ts'
import { DomainError } from '../base/words/errors.ts'
import { shortHash } from '../base/words/ids.ts'
import { countRecordsOf, enqueueRegenerations } from '../content/generation-sql.ts'
import type { Previews } from '../content/preview.ts'
import { readProspectList } from '../prospects/list-sql.ts'
import type { ProspectListQuery } from '../prospects/operations.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { EditorLink } from '../templates/operations.ts'
import { pageOf, type ReadTemplate } from '../templates/template.ts'
import { parseInThread, type TemplateWork } from '../templates/template-work.ts'
import { assertSound, isStoredName, otherVersion, type Templates } from '../templates/templates.ts'
import { knownFields, toEditedTemplate } from './edited-template.ts'
import { makeEdits } from './edits.ts'
import { countCases, knownOfPeople, toEditorProspect } from './people.ts'

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

  async function toEdited(organization: string, text: ReadTemplate): Promise<EditedTemplate> {
    const { name, version, yaml } = text
    const template = assertSound(text)
    const stored = version === 0 ? [] : await templates.versions(organization, name)
    const saved = stored.find((each) => each.version === version)
    return {
      name,
      version,
      ...(version === 0 && { fingerprint: shortHash(yaml) }),
      ...toEditedTemplate(template),
      fields: await knownFields(db, organization),
      ...(saved && { savedBy: { user: saved.user, at: saved.createdAt } }),
    }
  }

  function change(text: ReadTemplate, { fingerprint, edits }: SavedEdits): Promise<string> {
    // Edits name items by position: those of an earlier text of the file would change other items of this one.
    if (text.version === 0 && fingerprint !== undefined && fingerprint !== shortHash(text.yaml))
      throw new DomainError(
        'other-version',
        'version: the file was changed since it was read. Nothing was stored: read the template, and put your change into that.',
      )
    assertSound(text)
    return makeEdits(work, text.yaml, edits)
  }

  async function parseEdited({ organization, template: name }: EditingSession, wish: SavedEdits) {
    const text = await templates.read(organization, name, wish.version)
    return parseInThread(work, name, await change(text, wish))
  }

  return {
    /**
     * Creates a link to the template's page that opens the editor there, once, within ten minutes. Throws `not-found`,
     * and `unknown-template` if the template is broken, has no page, or cannot be stored.
     */
    async openLink(owner: Owner, name: string): Promise<EditorLink> {
      const page = pageOf(await templates.getOrExplain(owner.organization, name))
      if (!isStoredName(name))
        throw new DomainError(
          'unknown-template',
          'name: what the editor saves is stored, and a stored template’s name has lower-case letters, digits and dashes alone. Rename the file.',
        )
      const { origin } = new URL(page)
      const { secret, expiresAt } = await createTicket(db, owner, { template: name, origin })
      return { url: linkToEditor(page, secret), expiresAt: expiresAt.toISOString() }
    },
    /** Exchanges a ticket, once, for a session. Undefined if it is invalid, or is not for a page of this origin. */
    async begin(entrance: string, origin: string): Promise<EditorSession | undefined> {
      const [, ticket = '', item] = /^([\w-]{43})(?:-(\d+))?$/.exec(entrance) ?? []
      const begun = await takeTicket(db, ticket, origin)
      if (!begun) return undefined
      const { secret: session, expiresAt, template } = begun
      return {
        session,
        expiresAt: expiresAt.toISOString(),
        template: template ?? '',
        ...(item && { item: Number(item) }),
      }
    },
    /** Finds a session. It is over, too, if the template's page has moved to another origin. */
    async find(secret: string): Promise<EditingSession | undefined> {
      const found = await findEditing(db, secret)
      if (!found?.isOpen) return found
      const page = (await templates.getSound(found.organization, found.template))?.page
      return { ...found, isOpen: page !== undefined && new URL(page).origin === found.origin }
    },
    end: (editing: EditingSession) => endEditing(db, editing),
    read: async ({ organization, template }: EditingSession) =>
      toEdited(organization, await templates.read(organization, template)),
    /** Stores the next version. Throws `invalid-field`, `other-version`, and `unknown-template` with its problems. */
    async save({ organization, user, template }: EditingSession, wish: SavedEdits): Promise<EditedTemplate> {
      const { version } = wish
      const text = await templates.read(organization, template)
      if (text.version !== version) throw otherVersion(text.version, version)
      const yaml = await change(text, wish)
      const isSame = yaml === text.yaml
      const owner = { organization, user }
      return toEdited(organization, isSame ? text : await templates.store(owner, template, { yaml, version }))
    },
    async preview(editing: EditingSession, wish: EditorPreviewWish): Promise<EditorPreview> {
      const { template, problems } = await parseEdited(editing, wish)
      if (!template) return { content: [], problems }
      return { content: await previews.makeEach(editing.organization, template, wish), problems: [] }
    },
    async prospects({ organization }: EditingSession, { search, limit, cursor }: ProspectListQuery) {
      const query = readProspectList({ search, limit, cursor }, true)
      const { rows, ...more } = await prospects.list(organization, query)
      return { prospects: rows.map(toEditorProspect), ...more }
    },
    /** What is known of the people of a campaign of the template: the named one, or else its newest. */
    people: async ({ organization, template }: EditingSession, campaign: string | undefined) =>
      knownOfPeople(db, organization, template, campaign, await knownFields(db, organization)),
    async cases(editing: EditingSession, wish: EditorCasesWish): Promise<EditorCases> {
      const { template } = await parseEdited(editing, wish)
      if (!template) return { people: 0, items: [] }
      return countCases(db, editing.organization, template, wish.campaign)
    },
    /** Enqueues the regeneration of all records of the template. Returns their number. */
    async regenerate({ organization, template: name }: EditingSession): Promise<number> {
      await enqueueRegenerations(db, organization, { template: name })
      jobs.wake('regenerate')
      return countRecordsOf(db, organization, name)
    },
  }
}

/** The address of a page with a ticket in its fragment, which no server sees, behind the page's own. */
function linkToEditor(page: string, ticket: string): string {
  const url = new URL(page)
  const own = url.hash.length > 1 ? `${url.hash}&` : '#'
  url.hash = `${own}${editName}=${ticket}`
  return url.href
}
