import { ask } from './client.ts'
import { checkPage, makesPages, type PageCheck } from './templates.ts'

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
  const hasTag =
    hasCome || (template !== undefined && (await checkPage(template, signal).then(isTagged, () => false)))
  const isOpen = withList.some(({ status }) => status !== 'draft')
  // A new service has a file as an example.
  const hasOwn = withList.length > 0 || templates.some((one) => one.source === 'stored' && makesPages(one))
  const done: FirstStepsState['done'] = [hasOwn, hasTag, withList.length > 0, isOpen, hasCome]
  return { template, campaign: withList[0]?.id, done }
}

const isTagged = ({ hasTag }: PageCheck) => hasTag === true
