import { Type } from '@fastify/type-provider-typebox'
import { keyOf, type PageParameters, readPageQuery, readSort } from '../base/http/list-page.ts'
import { parseEmail, readDomain } from '../base/words/addresses.ts'
import { searchWords } from '../base/words/text.ts'
import { type ProspectFilter, type ProspectPart, prospectSorts } from './list-sql.ts'

/** The query of `GET /prospects`, all optional. */
export interface ProspectListParameters extends PageParameters {
  email?: string | undefined
  domain?: string | undefined
  search?: string | undefined
  /** `created` or `name`, with `-` before it for descending order. Default `-created`. */
  sort?: string | undefined
}

export interface ProspectPageQuery {
  filter: ProspectFilter
  part: ProspectPart
}

const positions = {
  created: Type.Tuple([keyOf.time, keyOf.id]),
  name: Type.Tuple([keyOf.text, keyOf.id]),
}

/** Reads the query. Throws `invalid-field`, which names the parameter. */
export function readProspectList(asked: ProspectListParameters): ProspectPageQuery {
  const { email, domain, search, sort = '-created' } = asked
  const sorting = readSort(sort, prospectSorts)
  return {
    filter: {
      emailKey: email === undefined ? undefined : parseEmail(email).key,
      domain: domain === undefined ? undefined : readDomain(domain),
      words: search?.trim() ? searchWords(search) : undefined,
    },
    part: { ...sorting, ...readPageQuery(asked, positions[sorting.sort]) },
  }
}
