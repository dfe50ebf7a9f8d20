import type { PreviewedItem } from '../../wire/editor.ts'
import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'
import { mergeAdditional, readAdditional, storable } from '../model/additional.ts'
import { DomainError } from '../model/errors.ts'
import { jsonMembers } from '../model/exact-json.ts'
import type { Gap } from '../model/gap.ts'
import { isId } from '../model/ids.ts'
import { readLanguage } from '../model/language.ts'
import type { Database } from '../store/database.ts'
import { getProspect, type ProspectRow } from '../store/prospects.ts'
import type { LiquidScope } from '../templates/liquid.ts'
import type { Template } from '../templates/template.ts'
import type { Templates } from '../templates/templates.ts'
import { makeEach, makeItems } from './items.ts'
import { type KnownProspect, textFields, toScope } from './template-variables.ts'

/** What is to be shown, as it was sent. */
export interface PreviewWish {
  prospect?: string
  fields?: Partial<Record<string, unknown>>
  language: string
  yaml?: string
  /** The body itself: `additional` is read as it came. */
  bodyText: string
}

/** What a record would have. */
export interface Preview {
  content: ContentItem[]
  analytics: AnalyticsItem[]
  gaps: Gap[]
}

/** Shows what records would have, without making any. */
export interface Previews {
  /**
   * What a record of the template would have for a prospect, for fields that are made up, for both, or for nobody of
   * whom anything is known. No language model is asked: its items show their plain payload. Throws as `POST /content`.
   */
  make(organization: string, name: string, wish: PreviewWish): Promise<Preview>
  /** The same of every item of a template, in its place. */
  makeEach(organization: string, template: Template, wish: ShownFor): Promise<PreviewedItem[]>
}

/** For whom something is shown: for nobody of whom anything is known, where no prospect is given. */
export type ShownFor = Pick<PreviewWish, 'prospect' | 'language'>

/** Stands for the pattern that a record would have. */
const previewPattern = 'preview'

/** Creates what shows previews. */
export function createPreviews({ db, templates }: { db: Database; templates: Templates }): Previews {
  async function make(organization: string, name: string, wish: PreviewWish): Promise<Preview> {
    const template =
      wish.yaml === undefined
        ? await templates.getOrExplain(organization, name)
        : templates.parse(name, wish.yaml)
    const scope = await scopeFor(organization, template, wish)
    const { items, gaps } = await makeItems({ template, scope, onFailure: () => {} })
    return { content: items, analytics: template.analytics, gaps }
  }

  async function scopeFor(
    organization: string,
    template: Template,
    wish: ShownFor & Partial<PreviewWish>,
  ): Promise<LiquidScope> {
    const language = readLanguage(wish.language)
    templates.assertLanguage(template, language)
    const prospect = withFields(await find(organization, wish.prospect), wish)
    return toScope({ content: { pattern: previewPattern, language }, prospect })
  }

  async function find(organization: string, id: string | undefined): Promise<ProspectRow | undefined> {
    if (id === undefined) return undefined
    const found = isId(id) ? await getProspect(db, organization, id) : undefined
    if (!found)
      throw new DomainError('unknown-prospect', 'prospect: the organization has no prospect with this id.')
    return found
  }

  return {
    make,
    async makeEach(organization, template, wish) {
      const scope = await scopeFor(organization, template, wish)
      return makeEach({ template, scope, onFailure: () => {} })
    },
  }
}

function withFields(
  known: ProspectRow | undefined,
  { fields = {}, bodyText = '{}' }: Partial<PreviewWish>,
): KnownProspect {
  const now = new Date()
  const prospect: KnownProspect = known ?? { ...nobody, created_at: now, updated_at: now }
  const additional = readAdditional(jsonMembers(bodyText).get('fields') ?? '{}')
  const made = textFields.flatMap((field) => {
    const value = fields[field]
    return typeof value === 'string' ? [[field, storable(value)]] : []
  })
  return {
    ...prospect,
    ...(Object.fromEntries(made) as Partial<KnownProspect>),
    ...(additional && { additional: mergeAdditional(prospect.additional, additional) }),
  }
}

/** A prospect of whom nothing is known. */
const nobody = Object.fromEntries(textFields.map((field) => [field, null])) as Record<
  (typeof textFields)[number],
  null
>
