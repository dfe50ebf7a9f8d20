import { personFields } from '../base/words/prospect.ts'

/** What a template can write after `prospect.`, and what a case can ask. */
export const prospectFields: readonly string[] = [
  'id',
  'status',
  ...personFields,
  'first_name',
  'last_name',
  'company_short',
  'createdAt',
  'updatedAt',
].sort()
