import { expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { createProspect } from '../support/records.ts'
import { startService } from '../support/service.ts'
import { comparePage, startThemeSite } from './pixels/compare-page.ts'

test('a visitor’s page is exactly what the editor showed: one of 30 pages, in HTML and in every pixel', async () => {
  await using service = await startService()
  await using site = await startThemeSite(service)
  const prospect = await createProspect(service, {
    email: 'anna@north-wind.example',
    additional: { company: 'North Wind' },
  })
  const browser = await launchChromium()
  try {
    expect(await comparePage(browser, service, site, 'landing-page', prospect)).toEqual({
      types: ['text', 'src', 'href', 'html'],
      differences: [],
    })
  } finally {
    await browser.close()
  }
})
