/** A campaign of the demo, and what the people who were invited do. */
export interface PlayedCampaign {
  /** It says that the visits are played. */
  name: string
  template: 'launch' | 'app'
  people: number
  /** Industries of the invited companies, in turn. */
  industries: readonly string[]
  /** Percentage of companies in the control group. */
  control: number
  /** Days since the links went out. */
  sentDaysAgo: number
  /** Of those who were invited, who came. */
  came: number
  /** Of those who came, who reached the goal. */
  reached: { personal: number; control: number }
  /** Ids of the template's analytics items: seen at once, seen by those who read on, read for some time, and the goal. */
  items: { seen: string; readOn: string; read?: string; goal: string }
}

const launch = { seen: 'hero', readOn: 'reasons', read: 'pricing', goal: 'plans' }
const app = { seen: 'sheet', readOn: 'sheet', goal: 'book' }

/** The campaigns, newest last. Each comes to another verdict, far enough from the next one that the draw does not change it. */
export const campaigns: readonly PlayedCampaign[] = [
  {
    name: 'Hektar: a first flight (played)',
    template: 'app',
    people: 200,
    industries: ['Wind energy', 'Shipping', 'Winemaking'],
    control: 40,
    sentDaysAgo: 20,
    came: 0.7,
    reached: { personal: 0.2, control: 0.6 },
    items: app,
  },
  {
    name: 'Fallstreak One: ports and wind farms (played)',
    template: 'launch',
    people: 200,
    industries: ['Wind energy', 'Shipping'],
    control: 40,
    sentDaysAgo: 15,
    came: 0.7,
    reached: { personal: 0.65, control: 0.25 },
    items: launch,
  },
  {
    name: 'Fallstreak One: winemakers (played)',
    template: 'launch',
    people: 140,
    industries: ['Winemaking'],
    control: 40,
    sentDaysAgo: 8,
    came: 0.7,
    reached: { personal: 0.42, control: 0.38 },
    items: launch,
  },
  {
    name: 'Fallstreak One: the spring list (played)',
    template: 'launch',
    people: 60,
    industries: ['Shipping', 'Winemaking', 'Wind energy'],
    control: 20,
    sentDaysAgo: 2,
    came: 0.5,
    reached: { personal: 0.3, control: 0.25 },
    items: launch,
  },
]
