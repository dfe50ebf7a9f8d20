import { afterAll, beforeAll } from 'vitest'
import type { TemplateEdit } from '../../../wire/editor.ts'
import type { TestDatabase } from '../../support/databases.ts'
import { type Service, startService } from '../../support/service.ts'
import { type AskingPage, askAs, begin, pageOrigin, ticketOf } from './page.ts'

/** A template as somebody wrote it, with remarks. */
export const source = `# The launch page. Ask Ada first.
page: ${pageOrigin}/spring?for=all      # where links point
languages: [en, de]
content:
  - selector: "h1"  # the headline
    type: text
    payload: { en: "{{ prospect.company | default: 'You' }}, hello", de: 'Hallo {{ prospect.name }}' }
  - { selector: .lead, type: html, payload: "<p>{{ prospect.additional.city }}</p>" }
analytics:
  - { id: cta, selector: .cta, type: click, goal: true } # what counts
`

/** Gives the headline of `source` another text. */
export const headline = (en: string): TemplateEdit => ({
  edit: 'setItem',
  list: 'content',
  index: 0,
  fields: { payload: { en } },
})

/**
 * A service of these tests' own, with what they do to edit templates there: who shares one with others does not find
 * templates that are not theirs.
 */
export function openDesk(database: TestDatabase, environment: Record<string, string> = {}) {
  let service: Service
  beforeAll(async () => {
    service = await startService({ ...(await database.create()), ...environment })
  })
  afterAll(() => service?.stop())
  const api = () => service

  const put = (name: string, yaml = source, token?: string) =>
    api().request('PUT', `/v1/templates/${name}`, { body: { yaml }, ...(token && { token }) })

  const openLink = (name: string, token = api().token) =>
    api().request<{ url: string; expiresAt: string }>('POST', `/v1/templates/${name}/edit`, { token })

  const ask = <Body = { error: number; message: string }>(
    page: AskingPage,
    method: string,
    path: string,
    body?: unknown,
  ) => askAs<Body>(api(), page, method, path, body)

  /** Opens the editor on a template, which is stored unless it is a file. */
  async function open(name: string, yaml: string | undefined = source): Promise<Required<AskingPage>> {
    if (yaml) await put(name, yaml)
    const { body } = await begin(api(), ticketOf((await openLink(name)).body.url))
    return { origin: pageOrigin, session: body.session }
  }

  return { api, put, openLink, ask, open }
}
