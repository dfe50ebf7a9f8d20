import { expect } from 'vitest'
import { type Scenario, test } from '../support/visit.ts'

const hello: Scenario = {
  body: '<h1>Welcome</h1><button id="early" type="button">Early</button><button id="late" type="button">Late</button>',
  content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
  analytics: ['early', 'late'].map((id) => ({ id, selector: `#${id}`, type: 'click' as const })),
}

/** What is said of measuring before a click, and after it; the record comes after all of that. */
const cases: Record<string, [attributes: Record<string, string>, before: boolean[], after: boolean[]]> = {
  'before the consent that is required': [{ 'data-consent': 'required' }, [], [true]],
  'while consent is refused': [{}, [false], [true]],
  'before consent is refused': [{}, [], [false, true]],
}

test.for(Object.entries(cases))(
  'a click %s is not counted, where the record comes late',
  async ([, [attributes, before, after]], { visit }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const page = await visit({ ...hello, attributes, record: { after: released } })
    await page.until(() => typeof window.motif?.consent === 'function' && document.readyState === 'complete')
    const say = (granted: boolean) => page.run((value) => motif.consent(value), granted)
    for (const granted of before) await say(granted)
    await page.click('#early')
    for (const granted of after) await say(granted)
    await page.click('#late')
    release()
    const counted = () => page.batches.flatMap(({ events }) => events.map(({ item }) => item))
    await expect.poll(counted).toContain('late')
    expect(counted()).not.toContain('early')
  },
)
