import { type Static, Type } from 'typebox'
import type { PreviewedItem } from '../../wire/editor.ts'
import type { Database } from '../base/database/database.ts'
import { arrayOf, component, optionalText, textField } from '../base/http/schemas/fields.ts'
import { answer, operationsOf, write } from '../base/http/schemas/operation.ts'
import { jsonMembers } from '../base/words/json.ts'
import { readLanguage } from '../base/words/language.ts'
import { mergeAdditional, personFields, readAdditional, storable } from '../base/words/prospect.ts'
import type { ProspectRow } from '../prospects/sql.ts'
import type { LiquidScope } from '../templates/liquid.ts'
import { templateParams } from '../templates/operations.ts'
import type { Template } from '../templates/template.ts'
import type { TemplateWork } from '../templates/template-work.ts'
import { parseSound } from '../templates/template-work.ts'
import type { Templates } from '../templates/templates.ts'
import { analyticsItem, contentItem } from './content.ts'
import { findKnownProspect } from './content-records.ts'
import { Gap } from './gap.ts'
import { makeEach, makeItems } from './items.ts'
import { type KnownProspect, textFields, toScope } from './template-variables.ts'

/** What a record would contain. */
export const Preview = component('Preview', {
  content: arrayOf(contentItem),
  analytics: arrayOf(analyticsItem),
  gaps: arrayOf(Gap, 'Items that are empty or fall back to their default'),
})

export type Preview = Static<typeof Preview>

const fields = Type.Object(
  {
    ...Object.fromEntries(personFields.map((name) => [name, Type.Optional(Type.String())])),
    additional: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  {
    additionalProperties: true,
    description: 'Fields of a prospect, over those of `prospect` if both are given',
  },
)

/** Body of `POST /templates/{name}/preview`. */
const PreviewBody = Type.Object({
  prospect: optionalText('Prospect for whom it is shown'),
  fields: Type.Optional(fields),
  language: textField('A BCP 47 tag that the template offers'),
  yaml: optionalText('A template that is not stored yet; default: the current one of this name'),
})

/** The request for a preview, and its body: `additional` is read from it unchanged. */
type PreviewWish = Static<typeof PreviewBody> & { bodyText: string }

/** The operation that previews a template. */
export const previewOperations = operationsOf('Template', {
  previewTemplate: write({
    path: '/templates/:name/preview',
    params: templateParams,
    role: 'viewer',
    summary: 'What a record would have, without making one; no language model is asked',
    body: PreviewBody,
    answers: answer(Preview),
    errors: [40002, 40003, 40004],
  }),
})

/** Shows what records would contain, without creating any. */
export type Previews = ReturnType<typeof createPreviews>

/** For whom a preview is made: for an unknown person, where neither a prospect nor fields are given. */
type ShownFor = Pick<PreviewWish, 'prospect' | 'fields' | 'language'>

/** Stands for the pattern of the record. */
const previewPattern = 'preview'

interface PreviewsOptions {
  db: Database
  work: TemplateWork
  templates: Templates
}

/** Creates the previews. */
export function createPreviews({ db, work, templates }: PreviewsOptions) {
  /**
   * Previews a record of the template for a prospect, for made-up fields, for both, or for an unknown person. No
   * language model is asked: items show their plain payload. Throws as `POST /content`.
   */
  async function make(organization: string, name: string, wish: PreviewWish): Promise<Preview> {
    const template =
      wish.yaml === undefined
        ? await templates.getOrExplain(organization, name)
        : (await parseSound(work, name, wish.yaml)).template
    const scope = await scopeFor(organization, template, wish)
    const { items, gaps } = await makeItems({ work, template, scope, onFailure })
    return { content: items, analytics: template.analytics, gaps }
  }

  async function scopeFor(
    organization: string,
    template: Template,
    wish: ShownFor & Partial<PreviewWish>,
  ): Promise<LiquidScope> {
    const language = readLanguage(wish.language)
    templates.assertLanguage(template, language)
    const { prospect: id } = wish
    const known = id === undefined ? undefined : await findKnownProspect(db, organization, id)
    const prospect = withFields(known, wish)
    return toScope({ content: { pattern: previewPattern, language }, prospect })
  }

  /** Previews every item of a template, also empty ones. */
  async function makeAllItems(
    organization: string,
    template: Template,
    wish: ShownFor,
  ): Promise<PreviewedItem[]> {
    const scope = await scopeFor(organization, template, wish)
    return makeEach({ work, template, scope, onFailure })
  }

  return { make, makeEach: makeAllItems }
}

function withFields(
  known: ProspectRow | undefined,
  { fields = {}, bodyText = '{}' }: Partial<PreviewWish>,
): KnownProspect {
  const now = new Date()
  const prospect: KnownProspect = known ?? { ...nobody, created_at: now, updated_at: now }
  const additional = readAdditional(jsonMembers(bodyText).get('fields') ?? '{}')
  const made = textFields.flatMap((field) => {
    const value = (fields as Record<string, unknown>)[field]
    return typeof value === 'string' ? [[field, storable(value)]] : []
  })
  return {
    ...prospect,
    ...(Object.fromEntries(made) as Partial<KnownProspect>),
    ...(additional && { additional: mergeAdditional(prospect.additional, additional) }),
  }
}

/** An item that cannot be rendered is a gap. */
function onFailure(): void {}

/** A prospect of whom nothing is known. */
const nobody = Object.fromEntries(textFields.map((field) => [field, null])) as Record<
  (typeof textFields)[number],
  null
>
