import { itemName } from '../../wire/item-name.ts'
import { countOf, formatCount } from '../base/words/count-of.ts'
import type { Campaign, CampaignGap, MissingPictures } from './campaign.ts'

/** The state of a campaign for a terminal: its people and pages, and a line for each gap. */
export function campaignSummary(campaign: Campaign, gaps: CampaignGap[]): string {
  const { name, people, completed, problems, status } = campaign
  const unusable = problems > 0 ? `; ${countOf(problems, 'line')} could not be used` : ''
  const invited = `${countOf(people, 'person', 'people')} invited`
  const total = `${name}: ${invited}, ${countOf(completed, 'page')} made${unusable}`
  const draft = 'it is a draft: its links show the page as it is until it is opened'
  return `${[total, ...gaps.flatMap(gapLines), ...(status === 'draft' ? [draft] : [])].join('\n')}\n`
}

function gapLines(gap: CampaignGap): string[] {
  const { type, empty, byDefault, examples, missing } = gap
  const name = itemName(gap)
  const states = [
    empty > 0 && `empty for ${formatCount(empty)}`,
    byDefault > 0 && `the default for ${formatCount(byDefault)}`,
  ].filter(Boolean)
  const line = `gap: ${type} of ${name} is ${states.join(', ')}, such as ${examples.join(', ')}`
  return [...(states.length > 0 ? [line] : []), ...(missing ? [pictureLine(name, missing)] : [])]
}

function pictureLine(name: string, { people, examples }: MissingPictures): string {
  const urls = [...new Set(examples.map(({ url }) => url))].join(', ')
  return `gap: the picture of ${name} does not exist for ${formatCount(people)}: ${urls}`
}
