import { Type } from '@fastify/type-provider-typebox'
import { keyOf, type PageParameters, readPageQuery, readSort } from '../base/http/list-page.ts'
import { type CampaignPart, campaignSorts } from './list-sql.ts'

/** The query of `GET /campaigns`, all optional. */
export interface CampaignListParameters extends PageParameters {
  /** `created` or `name`, with `-` before it for descending order. Default `-created`. */
  sort?: string
}

const positions = {
  created: Type.Tuple([keyOf.time, keyOf.id]),
  name: Type.Tuple([keyOf.text, keyOf.id]),
}

/** Reads the query of the list of campaigns. Throws `invalid-field` that names the parameter. */
export function readCampaignList(asked: CampaignListParameters): CampaignPart {
  const sorting = readSort(asked.sort ?? '-created', campaignSorts)
  return { ...sorting, ...readPageQuery(asked, positions[sorting.sort]) }
}
