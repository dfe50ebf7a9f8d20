import type { HelpSection } from '../help/help-search.ts'
import { ask, request } from './client.ts'
import { makesPages } from './templates.ts'

/** The documents that the help searches. They are loaded when it is opened first. */
export async function loadHelp(signal?: AbortSignal): Promise<HelpSection[]> {
  return (await request('/console/assets/help.json', { signal })).json() as Promise<HelpSection[]>
}

/** How far the first campaign is: the template and campaign to go on with, and whether each of the five steps is done. */
export interface FirstStepsState {
  template: string | undefined
  campaign: string | undefined
  done: [template: boolean, tag: boolean, list: boolean, review: boolean, sent: boolean]
}

/** Reads how far the first campaign is. */
export async function readFirstSteps(signal?: AbortSignal): Promise<FirstStepsState> {
  const [{ templates }, { campaigns }] = await Promise.all([
    ask('GET /v1/templates', { signal }),
    ask('GET /v1/campaigns', { query: { limit: 20 }, signal }),
  ])
  const withList = campaigns.filter(({ people }) => people > 0)
  const template = withList[0]?.template ?? templates.find(makesPages)?.name
  const hasCome = withList.some(({ came }) => came > 0)
  // Whoever came has shown that the tag works. Asking for the page takes time.
  const hasTag = hasCome || (template !== undefined && (await isTagged(template, signal)))
  const isOpen = withList.some(({ status }) => status !== 'draft')
  // A new service has a file as an example.
  const hasOwn = withList.length > 0 || templates.some((one) => one.source === 'stored' && makesPages(one))
  const done: FirstStepsState['done'] = [hasOwn, hasTag, withList.length > 0, isOpen, hasCome]
  return { template, campaign: withList[0]?.id, done }
}

async function isTagged(name: string, signal?: AbortSignal): Promise<boolean> {
  try {
    return (await ask('GET /v1/templates/:name/page', { params: { name }, signal })).hasTag === true
  } catch {
    return false
  }
}
