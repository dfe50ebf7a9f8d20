import { plainTag } from '../../service/templates/template-tag.ts'
import type { Contender } from './contender.ts'

/** By the tag of a template: the loader inline, its selectors prehidden. */
export const motifByTemplateTag: Contender = {
  name: 'Motif, tag of a template',
  head: ({ templateTag }) => templateTag,
}

/** By the one-line tag, which hides nothing. */
export const motifByOneLine: Contender = {
  name: 'Motif, one-line tag',
  head: ({ motif }) => plainTag(motif),
}
