import { expect, test } from 'vitest'
import { readHelp, sectionsOf } from '../../build/help.ts'
import { searchHelp } from '../../console/help/help-search.ts'

const sections = await readHelp('.')

test.each([
  ['merge field HubSpot', '7. HubSpot, both ways'],
  ['utm', 'utm values'],
  ['teams workflows', 'Alerts'],
  ['who should I call?', 'Who should I call?'],
  ['is my headline working', 'Is the headline working?'],
  ['how do I give a colleague access?', 'Give a colleague the right to look'],
  ['why is the logo missing for some people', 'Why does somebody have no logo?'],
  ['get told in Slack when somebody comes', 'Hear in Slack when somebody comes'],
  ['change a sentence for one person', 'Change one sentence for one person'],
  ['delete a person for good', 'Take a person out for good'],
  ['how do I greet people by their first name?', '1. The list'],
  ['upload an Excel list', '1. The list'],
  ['where do I paste the tag?', 'Where to paste it'],
  ['does it need cookies or consent?', 'Consent tools'],
  ['other words for one industry', 'Other words for some'],
  ['how do I pause a campaign', '6. Pause, delete'],
])('who searches for “%s” finds the section “%s” first', (search, heading) => {
  expect(searchHelp(sections, search)[0]?.heading).toBe(heading)
})

test('what has every word comes before what lacks some, and what nobody wrote is found by its other words', () => {
  expect(searchHelp(sections, 'utm zebra')).toEqual(searchHelp(sections, 'utm'))
  expect(searchHelp(sections, 'zebra')).toEqual([])
  expect(searchHelp(sections, '  ')).toEqual([])
})

test('a heading with the words comes before a text with them, and what is for programs after the same for people', () => {
  const section = { title: 'A', heading: 'Erase', text: 'Gone.' }
  const inText = { ...section, heading: 'More', text: 'erase '.repeat(9) }
  const found = searchHelp([inText, { ...section, isForPrograms: true }, section], 'erase')
  expect(found).toEqual([section, { ...section, isForPrograms: true }, inText])
})

test('a section is its heading and the text below; what stands in code is no heading', () => {
  const text =
    '# Title\n\nFirst.\n\n## One `thing`\n\n```sh\n# no heading\n```\n\n![a picture](x.webp)\n\n## Empty\n'
  expect(sectionsOf(text)).toEqual([
    { title: 'Title', heading: '', text: 'First.' },
    { title: 'Title', heading: 'One thing', text: '```sh\n# no heading\n```' },
  ])
})
