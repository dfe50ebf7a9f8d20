/** The usual names of columns, without blanks, punctuation and accents, the most certain first. */
const titles = {
  email: `email emailaddress emailadresse mail mailadresse mailaddress workemail businessemail primaryemail
    emailadress mailadress emailprimary companyemail contactemail emailid email1 email1value email1address
    emailgeschaftlich geschaftlicheemail geschaftlicheemailadresse emailgeschaeftlich dienstlicheemail
    kontaktemail emaildienstlich firmenemail mailgeschaftlich adresseemail adressemail courriel
    emailprofessionnel adresseelectronique correo correoelectronico correoelectronicoprofesional
    direcciondecorreo direcciondecorreoelectronico indirizzoemail postaelettronica
    indirizzodipostaelettronica emailaziendale useremail recipient recipientemail empfanger adresemail
    adrespocztyelektronicznej emailovaadresa elektronickaposta eposta epostaadresi emailcim электроннаяпочта
    почта элпочта адресэлектроннойпочты рабочийemail електроннапошта ηλεκτρονικοταχυδρομειο διευθυνσηemail
    דואראלקטרוני אימייל דואל البريدالإلكتروني メールアドレス メール 電子メール eメール 电子邮件 邮箱
    电子邮箱 邮箱地址 電子郵件 電子信箱 電郵 이메일 이메일주소 전자메일`,
  name: `name fullname contactname displayname personname vollstandigername vollername kontaktname
    vorundnachname vornamenachname vornameundnachname namevorname nomcomplet prenometnom nometprenom
    nomprenom nombrecompleto nombreyapellidos nomecompleto nomeecognome nomecognome nominativo
    ansprechpartner ansprechpartnerin contact kontakt contactperson person recipientname leadname
    imięinazwisko nazwiskoiimię osobakontaktowa jménoapříjmení celéjméno kontaktníosoba adsoyad adısoyadı
    isimsoyisim teljesnév név фио полноеимя полноеимяконтакта контактноелицо контакт піб ονοματεπώνυμο שםמלא
    אישקשר الاسمالكامل الاسم 氏名 名前 お名前 姓名 担当者 担当者名 全名 联系人 联系人姓名 聯絡人 성명 담당자
    담당자명`,
  firstName: `firstname givenname forename vorname rufname fname first prenom contactfirstname
    personfirstname imię jméno křestníjméno ad adı isim keresztnév utónév имя імя име όνομα שםפרטי
    الاسمالأول 名 名字 이름 vornameadressattypnatürlperson`,
  lastName: `lastname surname familyname nachname familienname zuname lname last contactlastname
    personlastname secondname nomdefamille apellido apellidos primerapellido cognome nazwisko příjmení soyad
    soyadı soyisim vezetéknév фамилия прізвище επώνυμο επίθετο שםמשפחה اسمالعائلة 姓 姓氏 성
    nameadressattypnatürlperson`,
  company: `company companyname organization organisation organizationname organisationname firma firmenname
    unternehmen unternehmensname account accountname employer arbeitgeber gesellschaft associatedcompany
    primarycompany currentcompany organization1name societe entreprise nomdelentreprise nomdelasociete
    entrepriseassociee raisonsociale employeur empresa nombredelaempresa nombredelacuenta razonsocial
    organizacion azienda societa nomeazienda ragionesociale organizzazione business businessname firmaname
    nazwafirmy spółka przedsiębiorstwo organizacja společnost názevfirmy názevspolečnosti organizace şirket
    şirketadı firmaadı kuruluş cég cégnév vállalat компания названиекомпании организация контрагент
    наименование компанія організація фирма εταιρεία εταιρία επωνυμία חברה שםהחברה الشركة اسمالشركة 会社名
    会社 企業名 勤務先 取引先名 公司 公司名称 企业 企业名称 单位 客户名称 公司名稱 企業名稱 회사 회사명
    기업명 업체명 nameadressattypunternehmen`,
  role: `jobtitle role position jobposition currenttitle currentposition berufsbezeichnung
    stellenbezeichnung jobbezeichnung funktion rolle stelle jobrole function poste intituledeposte
    intituleduposte titreduposte fonction cargo puesto puestodetrabajo funcion ruolo qualifica posizione
    mansione funzione organization1title beruf job title organizationtitle stanowisko pozice funkce
    pracovnípozice unvan ünvan görev pozisyon beosztás munkakör должность посада длъжност θέση θέσηεργασίας
    תפקיד المسمىالوظيفي الوظيفة 役職 役職名 肩書き 职位 职务 职称 職位 職稱 職務 직책 직위 직급`,
  domain: `domain website companydomain companydomainname companywebsite websiteurl webseite homepage
    firmenwebsite unternehmenswebsite internetseite internetadresse webadresse webaddress websiteadresse
    domane siteweb siteinternet sitewebdelentreprise domaine sitioweb paginaweb dominio sitoweb sitointernet
    website1value weburl url web www stronainternetowa stronawww witryna webovéstránky websitesi
    internetsitesi weboldal honlap сайт вебсайт корпоративныйсайт ιστοσελίδα ιστότοπος אתר אתראינטרנט
    الموقعالإلكتروني ウェブサイト webサイト ホームページ 网站 网址 網站 網址 웹사이트 홈페이지 internet
    webpage`,
  industry: `industry companyindustry branche industrie sector sektor wirtschaftszweig secteur
    secteurdactivite sectordeactividad industria settore branża odvětví sektör iparág отрасль
    сферадеятельности галузь κλάδος ענף القطاع 業種 業界 行业 所属行业 行業 產業 업종 산업`,
  linkedin: `linkedin linkedinurl linkedinprofile linkedinprofileurl linkedinprofil personlinkedinurl
    contactlinkedinurl linkedinlink`,
  language: `language sprache preferredlanguage bevorzugtesprache korrespondenzsprache languagecode lang
    locale sprachcode langue languepreferee idioma idiomapreferido lingua linguapreferita contactlanguage
    język jazyk dil nyelv язык мова γλώσσα שפה اللغة 言語 语言 語言 언어`,
}

/** What a column of a list can mean. */
export type ColumnMeaning = keyof typeof titles
export const columnMeanings = Object.keys(titles) as ColumnMeaning[]

const byTitle = new Map(
  columnMeanings.flatMap((meaning) =>
    titles[meaning].split(/\s+/).map((title, rank) => [lettersOf(title), { meaning, rank }] as const),
  ),
)

/** What a title says: `E-Mail-Adresse (geschäftlich)` as `emailadressegeschaftlich`. `rank`: the smaller, the more certain. */
export function findTitle(title: string): { meaning: ColumnMeaning; rank: number } | undefined {
  return byTitle.get(lettersOf(title))
}

function lettersOf(title: string): string {
  const letters = title.normalize('NFD').toLowerCase().replaceAll('ß', 'ss')
  return letters.replace(/[^\p{L}\p{N}]/gu, '')
}
