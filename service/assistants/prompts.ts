import type { ObjectSchema } from './arguments.ts'

/** A prompt that people choose in their assistant. */
interface Prompt {
  name: string
  title: string
  description: string
  args: ObjectSchema
  words(given: Record<string, string | undefined>): string
}

const text = (description: string) => ({ type: 'string', description })

/** What people ask an assistant for. */
export const prompts: readonly Prompt[] = [
  {
    name: 'make_pages',
    title: 'Make pages for these accounts',
    description: 'From a pasted list to a draft campaign with pages that wait for your review',
    args: {
      type: 'object',
      properties: {
        list: text('The list, with a line of titles'),
        template: text('Template; if there is one only, it is meant'),
      },
      required: ['list'],
    },
    words: ({ list, template }) =>
      `Make a page for each person of the list below${template ? ` from the template ${template}` : ''}. Choose the template with list_templates, read the list
with read_list and tell me how many people it has, what cannot be used and why. If I agree, create a campaign, add the people, and tell me what is missing on
their pages (missing_values). Then give me the console's address where I review and open it.\n\n<data>\n${list ?? ''}\n</data>`,
  },
  {
    name: 'what_came',
    title: 'What came of a campaign, and whom should I call?',
    description: 'Results, whether the personal pages won, and the people to call first',
    args: { type: 'object', properties: { campaign: text('ID of the campaign') }, required: ['campaign'] },
    words: ({ campaign }) =>
      `What came of the campaign ${campaign}? Use get_campaign, get_results and, if it has a control group, get_lift: say how sure we are in one sentence. Then
name the people whom I should call first (who_came), each with what they read or clicked and when.`,
  },
  {
    name: 'why_not_shown',
    title: 'Why is an element not shown?',
    description: 'Whether the page has the tag and the element, and what the template says',
    args: {
      type: 'object',
      properties: { template: text('Template'), element: text('Such as the headline') },
      required: ['template'],
    },
    words: ({ template, element = 'the headline' }) =>
      `Why is ${element} of the template ${template} not shown as it should be? Use check_page and get_template, and preview_template for somebody. Say what to
change on the page or in the template; change nothing yourself.`,
  },
]
