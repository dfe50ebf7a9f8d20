import { describe, expect, test } from 'vitest'
import { companyFromDomain, nameFromEmail } from '../../../service/prospects/names/mail.ts'

describe('the name in an e-mail address', () => {
  test.each([
    ['jane.doe@acme.example', 'Jane Doe'],
    ['jane_doe@acme.example', 'Jane Doe'],
    ['jane-doe@acme.example', 'Jane Doe'],
    ['JaneDoe@acme.example', 'Jane Doe'],
    ['jane.m.doe+news@acme.example', 'Jane M. Doe'],
    ['ludwig.van.beethoven@acme.example', 'Ludwig van Beethoven'],
    ['ana.maria.de.la.cruz@acme.example', 'Ana Maria de la Cruz'],
    ['anne-marie.o’brien@acme.example', 'Anne-Marie O’Brien'],
    ['ronald.mcdonald@acme.example', 'Ronald McDonald'],
  ])('%s: %s', (email, name) => expect(nameFromEmail(email)).toBe(name))

  test.each([
    'jane@acme.example',
    'j.doe@acme.example',
    'jane.d@acme.example',
    'jane.doe2@acme.example',
    'van.doe@acme.example',
    'ana.maria.de.la.cruz.lopez@acme.example',
    'sales.emea@acme.example',
  ])('%s: none', (email) => expect(nameFromEmail(email)).toBeUndefined())
})

describe('the name of a company by its domain', () => {
  test.each([
    ['acme-tools.co.uk', 'Acme Tools'],
    ['mail.acme.example', 'Acme'],
    ['ibm.com', 'IBM'],
    ['bmw.de', 'BMW'],
    ['sky.com', 'Sky'],
    ['bbdo.com', 'Bbdo'],
    ['3m.com', '3M'],
    ['xn--mller-kva.de', 'Müller'],
  ])('%s: %s', (domain, name) => expect(companyFromDomain(domain)).toBe(name))

  test.each(['gmail.com', 'gmx.ch', 'posteo.de', 'mailinator.com'])(
    'the mail provider %s is none',
    (domain) => expect(companyFromDomain(domain)).toBeUndefined(),
  )
})
