import { createReadStream } from 'node:fs'
import { basename, extname, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { itemName } from '../../wire/item-name.ts'
import { chooseOrganization } from '../access/tokens.ts'
import { type Command, type CommandContext, readArguments, stoppedExit } from '../base/commands/command.ts'
import {
  assertWritable,
  createBadLines,
  createProgress,
  fileSize,
  writeWhole,
} from '../base/commands/files.ts'
import type { Database } from '../base/database/database.ts'
import { readLanguage } from '../base/words/language.ts'
import { countOf, formatCount } from '../base/words/text.ts'
import type { Templates } from '../templates/templates.ts'
import type { Campaign, CampaignGap } from './campaign.ts'
import type { Campaigns } from './campaigns.ts'
import type { ImportProgress } from './import/import-list.ts'
import { type CampaignKey, findCampaignsByName } from './sql.ts'

const pollMs = 250

interface InviteRooms {
  db: Database
  campaigns: Campaigns
  templates: Pick<Templates, 'get'>
  /** Whether jobs are worked on, so that records are made while a command waits. */
  isWorking: boolean
}

type Context = CommandContext & { rooms: InviteRooms }

type Invitation = Record<'file' | 'template', string> &
  Record<'language' | 'encoding' | 'name' | 'organization' | 'out', string | undefined>

export const inviteCommand: Command<InviteRooms> = {
  name: 'invite',
  usage:
    'FILE --template NAME [--language L] [--encoding E] [--name CAMPAIGN] [--organization NAME] [--out FILE]',
  summary: 'makes a campaign of a list, and writes the list with a link for each person',
  help: {
    options: {
      FILE: 'the list, as a CRM or a spreadsheet makes it: CSV, a workbook (.xlsx) or NDJSON',
      '--template NAME': 'what each person’s page says',
      '--language L': 'for people whose line says no other, such as en. Default: the template’s first',
      '--encoding E': 'how its letters are written, such as windows-1250. Default: what they look like',
      '--name CAMPAIGN': 'what the campaign is called. Default: the name of the file',
      '--organization NAME': 'whose; one that has a token. Default: the only one there is',
      '--out FILE': 'where the list with its links goes. Default: standard output',
    },
    examples: [
      'invite people.csv --template launch --out links.csv',
      'invite people.csv --template launch --language de --name "Spring launch" --out links.csv',
    ],
    notes: [
      'The first line of the list names its columns. Each line needs an address, or a name and a web site. A line',
      'that cannot be used is named, and the others go on. One address is one person, with one link.',
      'Standard error tells how far it is, what cannot be used, and what will be missing on somebody’s page (gaps).',
      '',
      'Run again with the same name and template, it continues the same campaign: new people are added, links stay,',
      'and so do the pages that are made. If the template has changed, choose “Update pages” in the console.',
      'Ctrl-C stops it and keeps what is done; run it again to have the links written.',
      '',
      'Exit code: 0 once the links are written, 1 if nothing could be done, 2 if the arguments are wrong,',
      '130 after Ctrl-C.',
    ],
  },
  needsDatabase: true,
  prepare(args) {
    const optional = { language: false, encoding: false, name: false, organization: false, out: false }
    const given = readArguments(args, { positions: ['FILE'], options: { template: true, ...optional } })
    const { FILE: file = '', template = '', language, encoding, name, organization, out } = given
    return (context) => invite(context, { file, template, language, encoding, name, organization, out })
  },
}

async function invite(context: Context, invitation: Invitation): Promise<number> {
  const { rooms, cwd, err, signal } = context
  const organization = await chooseOrganization(rooms.db, invitation.organization)
  const path = resolve(cwd, invitation.file)
  await fileSize(path, invitation.file)
  if (invitation.out !== undefined) await assertWritable(resolve(cwd, invitation.out), invitation.out)
  const campaign = await findOrCreate(rooms, organization, invitation)
  const key = { organization, campaign: campaign.id }
  await importFile(context, key, path, invitation.encoding)
  const made = signal.aborted ? campaign : await waitForRecords(context, key)
  if (signal.aborted) {
    err(`stopped; the campaign ${campaign.name} stays, and the same command goes on with it\n`)
    return stoppedExit
  }
  await writeLinks(context, key, invitation.out)
  err(campaignSummary(made, (await rooms.campaigns.lacking(key)).gaps))
  const { broken } = await rooms.campaigns.pictures(key)
  for (const { url, people } of broken)
    err(`the picture ${url} does not load, for ${countOf(people, 'person', 'people')}\n`)
  if (campaign.completed > 0)
    err(
      `${countOf(campaign.completed, 'page')} made before: if the template has changed since, choose “Update pages” in the console\n`,
    )
  if (!rooms.isWorking && made.completed < made.people)
    err('no service runs on this database: start it, and the pages are made\n')
  return made.people === 0 ? 1 : 0
}

/**
 * Finds the campaign of this name and template (and language, if given) that has not ended, so that the command can be
 * repeated. Otherwise creates one.
 */
async function findOrCreate(
  { db, campaigns, templates }: InviteRooms,
  organization: string,
  { file, template, language, name }: Invitation,
): Promise<Campaign> {
  const called = name?.trim() || basename(file, extname(file))
  const same = await findCampaignsByName(db, organization, called)
  const asked = language === undefined ? undefined : readLanguage(language)
  const known = same.find(
    (campaign) =>
      campaign.template === template &&
      campaign.status !== 'ended' &&
      (asked === undefined || campaign.language === asked),
  )
  if (known) return campaigns.get({ organization, campaign: known.id })
  const first = (await templates.get(organization, template))?.languages[0]
  const wanted = { name: called, template, language: language ?? first ?? 'en' }
  return campaigns.create({ organization, user: 'invite' }, wanted)
}

const knownBy = { contents: 'by what is in it', memory: 'as somebody said before' }

async function importFile(
  { rooms, out, err, isTerminal, signal }: Context,
  key: CampaignKey,
  path: string,
  encoding: string | undefined,
): Promise<void> {
  const progress = createProgress(isTerminal ? out : () => {})
  const badLines = createBadLines({ err }, progress)
  const onProgress = ({ columns, tally, share }: ImportProgress) => {
    if (tally.lines === 0) {
      const understood = columns.flatMap(({ title, meaning, by }) =>
        meaning ? [`${title} as ${meaning}${by ? ` (${knownBy[by]})` : ''}`] : [],
      )
      err(`understood: ${understood.join(', ')}\n`)
    }
    progress.show(share, tally.lines)
  }
  const kinds = new Map<string, number>()
  const onProblem = (line: number, problem: string, what: string) => {
    kinds.set(what, (kinds.get(what) ?? 0) + 1)
    badLines.tell(line, problem)
  }
  const watch = { signal, onProgress, onProblem, encoding }
  const list = createReadStream(path)
  const tally = await rooms.campaigns.import(key, list, watch).finally(() => progress.clear())
  badLines.finish()
  // One person has one link.
  const again = tally.lines - tally.people - tally.problems
  const twice =
    again > 0 ? `; ${formatCount(again)} of the lines ${again === 1 ? 'names' : 'name'} somebody again` : ''
  err(`${countOf(tally.lines, 'line')} read, ${countOf(tally.people, 'person', 'people')}${twice}\n`)
  for (const [kind, count] of kinds) err(`problem: ${formatCount(count)} × ${kind}\n`)
}

async function waitForRecords({ rooms, out, isTerminal, signal }: Context, key: CampaignKey) {
  const progress = createProgress(isTerminal ? out : () => {}, 'pages')
  for (;;) {
    const campaign = await rooms.campaigns.get(key)
    const { people, completed } = campaign
    if (completed >= people || signal.aborted || !rooms.isWorking) {
      progress.clear()
      return campaign
    }
    progress.show(completed / people, completed)
    await wait(pollMs)
  }
}

async function writeLinks({ rooms, cwd, out, err }: Context, key: CampaignKey, to: string | undefined) {
  const { text } = await rooms.campaigns.file(key, 'links')
  if (to === undefined) {
    for await (const part of text) await out(String(part))
    return
  }
  await writeWhole(resolve(cwd, to), to, (handle) => handle.writeFile(text))
  err(`links written to ${to}\n`)
}

function campaignSummary(campaign: Campaign, gaps: CampaignGap[]): string {
  const { name, people, completed, problems, status } = campaign
  const unusable = problems > 0 ? `; ${countOf(problems, 'line')} could not be used` : ''
  const invited = `${countOf(people, 'person', 'people')} invited`
  const total = `${name}: ${invited}, ${countOf(completed, 'page')} made${unusable}`
  const draft = 'it is a draft: its links show the page as it is until it is opened'
  return `${[total, ...gaps.map(gapLine), ...(status === 'draft' ? [draft] : [])].join('\n')}\n`
}

function gapLine(gap: CampaignGap): string {
  const { type, empty, byDefault, notWritten = 0, reason, examples } = gap
  const states = [
    empty > 0 && `empty for ${formatCount(empty)}`,
    byDefault > 0 && `the default for ${formatCount(byDefault)}`,
    notWritten > 0 && `not written for ${formatCount(notWritten)} (${reason})`,
  ].filter(Boolean)
  return `gap: ${type} of ${itemName(gap)} is ${states.join(', ')}, such as ${examples.join(', ')}`
}
