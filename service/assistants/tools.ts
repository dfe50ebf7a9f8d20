import { campaignOperations } from '../campaigns/operations.ts'
import { contentOperations } from '../content/content.ts'
import { previewOperations } from '../content/preview.ts'
import { resultsOperations } from '../events/results/operations.ts'
import { liveOperations } from '../events/today/operations.ts'
import { prospectOperations } from '../prospects/operations.ts'
import { templateOperations } from '../templates/operations.ts'
import type { Tool } from './tool.ts'

/**
 * Every tool. None opens a campaign, approves a page, erases a person or changes access: that is for people, in the console.
 */
export const tools: Record<string, Tool> = {
  create_prospect: {
    title: 'Add a prospect',
    operation: prospectOperations.createProspect,
    note: 'Its facts are looked up for up to a minute: `status` is then `enriched`.',
    isIdempotent: true,
    asksOthers: true,
  },
  search_prospects: {
    title: 'Find a prospect of a company',
    operation: prospectOperations.searchProspect,
    isIdempotent: true,
    asksOthers: true,
  },
  get_prospect: { title: 'Get a prospect', operation: prospectOperations.getProspect, plural: 'prospects' },
  create_content: {
    title: 'Make a page for a prospect',
    operation: contentOperations.createContent,
    note: 'Made within seconds: `get_content` has it once `status` is `completed`. For several people, `create_campaign` and `add_people`.',
  },
  get_content: { title: 'Get a page', operation: contentOperations.getContent, plural: 'content' },
  delete_content: {
    title: 'Delete a page',
    operation: contentOperations.deleteContent,
    isDestructive: true,
    isIdempotent: true,
  },
  list_templates: { title: 'List templates', operation: templateOperations.listTemplates },
  get_template: { title: 'Get a template', operation: templateOperations.getTemplate },
  preview_template: {
    title: 'Preview a template for somebody',
    operation: previewOperations.previewTemplate,
    isReading: true,
  },
  save_template: {
    title: 'Save a template',
    operation: templateOperations.putTemplate,
    note: 'Earlier versions stay. Hand in the `version` that you read, so that nobody’s change is lost. Pages that are out change only when a person updates them.',
    isIdempotent: true,
  },
  check_page: {
    title: 'Check a template’s page',
    operation: templateOperations.checkTemplatePage,
    asksOthers: true,
  },
  read_list: {
    title: 'Read a list without keeping it',
    operation: campaignOperations.readListBeginning,
    note: 'Do this before `add_people`, and tell what would be left out.',
    without: ['part'],
    isReading: true,
  },
  create_campaign: {
    title: 'Create a draft campaign',
    operation: campaignOperations.createCampaign,
    note: 'Always a draft: its links show the page as it is until a person has reviewed and opened it in the console.',
    fixed: { status: 'draft' },
  },
  add_people: {
    title: 'Add people to a campaign',
    operation: campaignOperations.importPeople,
    isIdempotent: true,
    asksOthers: true,
  },
  get_campaign: { title: 'Get a campaign', operation: campaignOperations.getCampaign },
  list_people: { title: 'List the people of a campaign', operation: campaignOperations.listCampaignPeople },
  missing_values: { title: 'What is missing on pages', operation: campaignOperations.listGaps },
  set_words: {
    title: 'Change words for one person',
    operation: contentOperations.putContentItem,
    note: 'Their page waits for review again.',
    isIdempotent: true,
  },
  get_results: { title: 'Results of a campaign', operation: resultsOperations.getCampaignResults },
  get_lift: { title: 'Did the campaign work?', operation: campaignOperations.getLift },
  who_came: {
    title: 'Who visited lately, and whom to call',
    operation: liveOperations.listCalls,
  },
}
