import type { ProspectStatus } from '../model/prospect.ts'
import type { Defaulted, PersonColumns, Timestamp } from './columns.ts'

export interface ProspectTable extends PersonColumns {
  organization: string
  id: string
  status: ProspectStatus
  /** The e-mail in lower case: one prospect for each in its organization, test prospects apart. */
  email_key: string | null
  /** See `readGuesses`. */
  guessed: Defaulted<string>
  /** What the company says of itself. */
  description: Defaulted<string | null>
  test: boolean
  created_at: Timestamp
  updated_at: Timestamp
}

declare module './schema.ts' {
  interface Schema {
    prospect: ProspectTable
  }
}
