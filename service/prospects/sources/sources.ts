import { guardedFetch } from '../../base/net/guarded-fetch.ts'
import { UserError } from '../../base/words/errors.ts'
import type { Config } from '../../config.ts'
import { businessDomain, companyFromDomain, nameFromEmail } from '../names/mail.ts'
import { openPeopleDataLabsSource } from './people-data-labs.ts'
import type { Source, SourceContext } from './source.ts'
import { openWebsiteSource } from './website.ts'

const sources: Readonly<Record<string, (context: SourceContext) => Source>> = {
  email: openEmailSource,
  website: openWebsiteSource,
  peopledatalabs: openPeopleDataLabsSource,
}

/** Opens the sources that `ENRICH` names, in its order. Throws a UserError for an unknown name. */
export function openSources(
  { enrich, env, allowPrivateAddresses }: Pick<Config, 'enrich' | 'env' | 'allowPrivateAddresses'>,
  fetch = guardedFetch,
): Source[] {
  return [...new Set(enrich)].map((name) => {
    const open = Object.hasOwn(sources, name) ? sources[name] : undefined
    if (open) return open({ env, allowPrivateAddresses, fetch })
    throw new UserError(`ENRICH: ${name} is not a source; there are ${Object.keys(sources).join(', ')}`)
  })
}

function openEmailSource(): Source {
  return {
    name: 'email',
    isLocal: true,
    async find({ email, domain: known }) {
      const domain = known ?? (email && businessDomain(email))
      return { name: email && nameFromEmail(email), domain, company: domain && companyFromDomain(domain) }
    },
  }
}
