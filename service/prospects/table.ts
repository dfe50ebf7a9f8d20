import type { Defaulted, PersonColumns, Timestamp } from '../base/database/sql.ts'
import type { ProspectStatus } from '../base/words/prospect.ts'

export interface ProspectTable extends PersonColumns {
  organization: string
  id: string
  status: ProspectStatus
  /** The e-mail in lower case: one prospect for each in its organization, test prospects apart. */
  email_key: string | null
  /** See `readGuesses`. */
  guessed: Defaulted<string>
  /** See `readSources`. */
  sources: Defaulted<string>
  /** What the company says of itself. */
  description: Defaulted<string | null>
  test: boolean
  created_at: Timestamp
  updated_at: Timestamp
}

declare module '../base/database/schema.ts' {
  interface Schema {
    prospect: ProspectTable
  }
}
