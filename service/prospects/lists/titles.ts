/** The usual names of columns, without blanks, punctuation and accents, the most certain first. */
const titles = {
  email: `email emailaddress emailadresse mail mailadresse mailaddress workemail businessemail primaryemail emailadress mailadress
    emailprimary companyemail contactemail emailid email1 email1value email1address emailgeschaftlich
    geschaftlicheemail geschaftlicheemailadresse emailgeschaeftlich dienstlicheemail kontaktemail emaildienstlich
    firmenemail mailgeschaftlich adresseemail adressemail courriel emailprofessionnel adresseelectronique correo
    correoelectronico correoelectronicoprofesional direcciondecorreo direcciondecorreoelectronico indirizzoemail
    postaelettronica indirizzodipostaelettronica emailaziendale useremail recipient recipientemail empfanger`,
  name: `name fullname contactname displayname personname vollstandigername vollername kontaktname vorundnachname
    vornamenachname vornameundnachname namevorname nomcomplet prenometnom nometprenom nomprenom nombrecompleto
    nombreyapellidos nomecompleto nomeecognome nomecognome nominativo ansprechpartner ansprechpartnerin contact kontakt contactperson
    person recipientname leadname`,
  firstName:
    'firstname givenname forename vorname rufname fname first prenom contactfirstname personfirstname',
  lastName: `lastname surname familyname nachname familienname zuname lname last contactlastname personlastname
    secondname nomdefamille apellido apellidos primerapellido cognome`,
  company: `company companyname organization organisation organizationname organisationname firma firmenname
    unternehmen unternehmensname account accountname employer arbeitgeber gesellschaft associatedcompany
    primarycompany currentcompany organization1name societe entreprise nomdelentreprise
    nomdelasociete entrepriseassociee raisonsociale employeur empresa nombredelaempresa nombredelacuenta razonsocial
    organizacion azienda societa nomeazienda ragionesociale organizzazione business businessname firmaname`,
  role: `jobtitle role position jobposition currenttitle currentposition berufsbezeichnung stellenbezeichnung
    jobbezeichnung funktion rolle stelle jobrole function poste intituledeposte
    intituleduposte titreduposte fonction cargo puesto puestodetrabajo funcion ruolo qualifica posizione mansione
    funzione organization1title beruf job title`,
  domain: `domain website companydomain companydomainname companywebsite websiteurl webseite homepage firmenwebsite
    unternehmenswebsite internetseite internetadresse webadresse webaddress websiteadresse domane siteweb siteinternet sitewebdelentreprise domaine
    sitioweb paginaweb dominio sitoweb sitointernet website1value
    weburl url web www`,
  industry:
    'industry companyindustry branche industrie sector sektor wirtschaftszweig secteur secteurdactivite sectordeactividad industria settore',
  linkedin: `linkedin linkedinurl linkedinprofile linkedinprofileurl linkedinprofil personlinkedinurl
    contactlinkedinurl linkedinlink`,
  language: `language sprache preferredlanguage bevorzugtesprache korrespondenzsprache languagecode lang locale
    sprachcode langue languepreferee idioma idiomapreferido lingua linguapreferita contactlanguage`,
}

/** What a column of a list can mean. */
export type ColumnMeaning = keyof typeof titles
export const columnMeanings = Object.keys(titles) as ColumnMeaning[]

const byTitle = new Map(
  columnMeanings.flatMap((meaning) =>
    titles[meaning].split(/\s+/).map((title, rank) => [title, { meaning, rank }] as const),
  ),
)

/** What a title says: `E-Mail-Adresse (geschäftlich)` as `emailadressegeschaftlich`. `rank`: the smaller, the more certain. */
export function findTitle(title: string): { meaning: ColumnMeaning; rank: number } | undefined {
  const letters = title.normalize('NFD').toLowerCase().replaceAll('ß', 'ss')
  return byTitle.get(letters.replace(/[^\p{L}\p{N}]/gu, ''))
}
