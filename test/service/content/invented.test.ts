import { expect, test } from 'vitest'
import { findInvented } from '../../../service/content/invented.ts'

const facts =
  'Greet Anna Weber of Müller & Söhne GmbH, CTO, mueller.example, 1200 people, since 2019-03-05, grew 12.5 %, tel. 030 1234. From 14:30. Launch plan https://acme.com/launch'

test.each([
  // Numbers are one however they are written, and a date in any order.
  ['1,200 people', undefined],
  ['1.200 Leute, 12,5 % mehr', undefined],
  ['1 200 personnes', undefined],
  ['Since 5 March 2019', undefined],
  ['Seit dem 05.03.2019, ab 14:30 Uhr', undefined],
  ['B2B in Q3, on 5G and in 3D, with CO2', undefined],
  ['Save 40 % now', '40'],
  ['10x faster', '10'],
  ['1,250 teams', '1,250'],
  ['Open 24/7', '24'],
  // Addresses.
  ['See acme.com/launch.', undefined],
  ['See https://www.acme.com/launch', undefined],
  ['Built on Node.js and ASP.NET, e.g. for teams. And more', undefined],
  ['Write to anna@mueller.example', 'anna@mueller.example'],
  ['Go to (www.globex.com)!', 'www.globex.com'],
  ['As booking.com does', 'booking.com'],
  ['See acme.com/offer-now', 'acme.com/offer-now'],
])('“%s” invents %s', (text, invented) => {
  expect(findInvented(text, facts)).toBe(invented)
})
