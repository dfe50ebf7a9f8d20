import { type Static, Type } from 'typebox'
import { arrayOf, component, optionalText, textField } from '../base/http/schemas/fields.ts'
import { answer, operationsOf, write } from '../base/http/schemas/operation.ts'
import { readLanguage } from '../base/words/language.ts'
import { mergeAdditional, personFields, readAdditional, storable } from '../base/words/prospect.ts'
import type { ProspectRow } from '../prospects/sql.ts'
import { templateParams } from '../templates/operations.ts'
import type { Template } from '../templates/template.ts'
import { parseSound } from '../templates/template-work.ts'
import { analyticsItem, contentItem } from './content.ts'
import { findKnownProspect } from './content-records.ts'
import { Gap } from './gap.ts'
import type { GeneratorOptions } from './generate.ts'
import { type Making, makeEach, makeItems } from './items.ts'
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

const PreviewBody = Type.Object({
  prospect: optionalText('Prospect for whom it is shown'),
  fields: Type.Optional(fields),
  language: textField('A BCP 47 tag that the template offers'),
  yaml: optionalText('A template that is not stored yet; default: the current one of this name'),
})

type PreviewWish = Static<typeof PreviewBody>

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
type ShownFor = Pick<PreviewWish, 'language'> & Partial<PreviewWish>

/** Creates the previews. No language model is asked: items show their plain payload. They throw as `POST /content`. */
export function createPreviews({ db, work, templates }: Pick<GeneratorOptions, 'db' | 'work' | 'templates'>) {
  async function making(organization: string, template: Template, wish: ShownFor): Promise<Making> {
    const language = readLanguage(wish.language)
    templates.assertLanguage(template, language)
    const { prospect: id } = wish
    const known = id === undefined ? undefined : await findKnownProspect(db, organization, id)
    return { work, template, scope: toScope({ pattern: 'preview', language }, withFields(known, wish)) }
  }

  return {
    /** Previews a record of the template for a prospect, for made-up fields, for both, or for an unknown person. */
    async make(organization: string, name: string, wish: PreviewWish): Promise<Preview> {
      const template =
        wish.yaml === undefined
          ? await templates.getOrExplain(organization, name)
          : (await parseSound(work, name, wish.yaml)).template
      const { items, gaps } = await makeItems(await making(organization, template, wish))
      return { content: items, analytics: template.analytics, gaps }
    },
    /** Previews every item of a template, also empty ones. */
    makeEach: async (organization: string, template: Template, wish: ShownFor) =>
      makeEach(await making(organization, template, wish)),
  }
}

function withFields(known: ProspectRow | undefined, { fields = {} }: ShownFor): KnownProspect {
  const now = new Date()
  const additional = readAdditional(JSON.stringify(fields))
  const made = textFields.flatMap((field) => {
    const value = (fields as Record<string, unknown>)[field]
    return typeof value === 'string' ? [[field, storable(value)]] : []
  })
  return {
    ...(known ?? { created_at: now, updated_at: now }),
    ...(Object.fromEntries(made) as Partial<KnownProspect>),
    ...(additional && { additional: mergeAdditional(known?.additional ?? null, additional) }),
  }
}
