import { parseArgs } from 'node:util'
import { launchChromium } from '../../support/browsers/chromium.ts'
import { createProspect } from '../../support/records.ts'
import { startService } from '../../support/service.ts'
import { type Compared, comparePage, startThemeSite } from './compare-page.ts'
import { themePages } from './theme-page.ts'

/**
 * `npm run test:long -- editor-pixels`: on 30 pages a text, a picture, a link and HTML are written in the editor by mouse, and
 * saved; a record is made of it. The page as its visitor then gets it has to look and read exactly as the editor showed it.
 * `-- --pages agency,resume` takes only these. Ends with 1 where a page differs.
 */
const { values } = parseArgs({ options: { pages: { type: 'string' } } })
const names = values.pages?.split(',') ?? Object.keys(themePages)
await using service = await startService()
await using site = await startThemeSite(service)
const prospect = await createProspect(service, {
  email: 'anna@north-wind.example',
  additional: { company: 'North Wind' },
})
const browser = await launchChromium()
let items = 0
let faults = 0
try {
  for (const name of names) {
    const { types, differences } = await comparePage(browser, service, site, name, prospect).catch(asFault)
    items += types.length
    faults += differences.length
    console.log(
      [`${name}: ${types.join(', ')}`, ...differences.map((fault) => `FAULT ${fault}`)].join('\n  '),
    )
  }
} finally {
  await browser.close()
}
console.log(`${items} items on ${names.length} pages, ${faults} faults`)
process.exitCode = faults > 0 || items === 0 ? 1 : 0

function asFault(error: Error): Compared {
  return { types: [], differences: [error.message.slice(0, 600)] }
}
