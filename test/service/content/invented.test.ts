import { expect, test } from 'vitest'
import { findInvented } from '../../../service/content/invented.ts'

const facts =
  'Greet Anna Weber of Müller & Söhne GmbH, CTO, mueller.example, 1200 people, since 2019-03-05, grew 12.5 %, tel. 030 1234. From 14:30. Launch plan https://acme.com/launch'

test.each([
  // Numbers are one however they are written, and a date in any order.
  ['en', '1,200 people', undefined],
  ['de', '1.200 Leute, 12,5 % mehr', undefined],
  ['fr', '1 200 personnes', undefined],
  ['en', 'Since 5 March 2019', undefined],
  ['de', 'Seit dem 05.03.2019, ab 14:30 Uhr', undefined],
  ['en', 'B2B in Q3, on 5G and in 3D, with CO2', undefined],
  ['en', 'Save 40 % now', '40'],
  ['en', '10x faster', '10'],
  ['en', '1,250 teams', '1,250'],
  ['en', 'Open 24/7', '24'],
  // Addresses.
  ['en', 'See acme.com/launch.', undefined],
  ['en', 'See https://www.acme.com/launch', undefined],
  ['en', 'Built on Node.js and ASP.NET, e.g. for teams. And more', undefined],
  ['en', 'Write to anna@mueller.example', 'anna@mueller.example'],
  ['en', 'Go to (www.globex.com)!', 'www.globex.com'],
  ['en', 'As booking.com does', 'booking.com'],
  ['en', 'See acme.com/offer-now', 'acme.com/offer-now'],
  // People.
  ['en', 'Hi Anna, Anna’s team and Weber’s plan', undefined],
  ['de', 'Guten Tag, Frau Weber! Herr und Frau sind gemeint, Frau Dr. Weber', undefined],
  ['en', 'Mark Your Calendar, Grace Period included', undefined],
  ['en', 'Paul from sales', undefined],
  ['en', 'Dear Mr. Smith', 'Mr. Smith'],
  ['de', 'Sehr geehrter Herr Schulz', 'Herr Schulz'],
  ['de', 'Prof. Dr. Schulz empfiehlt es', 'Prof. Dr. Schulz'],
  ['de', 'Wie Sabine Schulz sagt', 'Sabine Schulz'],
  ['en', 'Ask Robert Miller about it', 'Robert Miller'],
  // Companies.
  ['en', 'Müller & Söhne’s team, Müllers Team, Müller-Team', undefined],
  ['de', 'Müller GmbH, Ihre GmbH, für jede AG', undefined],
  ['en', 'As Globex Inc. does', 'Globex Inc'],
  ['de', 'Auch die Schulz AG nutzt es', 'Schulz AG'],
  ['en', 'trusted by teams at Globex Industries since then', 'Globex Industries'],
  // Capitals that are no names.
  ['en', 'Launch Faster With The New Platform', undefined],
  ['en', 'Meet Launch', undefined],
  ['en', 'as Chief Technology Officer you know your supply chain', undefined],
  ['en', 'Good day. Your Team wins more every Monday', undefined],
  ['de', 'Mehr Umsatz im Bereich Vertrieb, Ende September, für Sie Ihr Team', undefined],
  ['de', 'Künstliche Intelligenz für Ihre Buchhaltung', undefined],
])('in %s, “%s” invents %s', (language, text, invented) => {
  expect(findInvented(text, facts, language)).toBe(invented)
})
