/*
 * Legal forms as they stand in names of companies. Sources: the list of entity legal forms of ISO 20275 (GLEIF) for the
 * EU, UK, US, CH, JP, CN, KR, IN, TR, BR and MX.
 */

const split = (text: string) => text.trim().split(/\s+/)

/** Without dots, commas and blanks between their letters. No words of any language, so that capitals do not matter. */
export const longForms: ReadonlySet<string> = new Set(
  split(`gmbh gmbh&cokg gmbh&cokgaa gmbh&coohg ag&cokg ag&cokgaa se&cokg se&cokgaa ggmbh mbh gesmbh gesellschaftmitbeschränkterhaftung aktiengesellschaft ohg gbr kgaa ug(haftungsbeschränkt) partgmbb
    egen ekfm selarl sprl cvba asbl bvba gcv vzw scsp sicav
    inc incorporated corp corporation llc llp pllc l3c limitedliabilitycompany ltdco coinc
    ltd limited plc publiclimitedcompany designatedactivitycompany dac clg cyf cyfyngedig coltd colimited companyltd companylimited
    publiccompanylimited jointstockcompany ltée
    privatelimited pvtltd pvtlimited (p)ltd ptyltd ptylimited (pty)ltd proprietarylimited pteltd ptelimited (s)pteltd
    sdnbhd (m)sdnbhd berhad kabushikikaisha godokaisha fze fz-llc pjsc
    sarl sàrl sasu eurl sagl srl srls sociedadlimitada sociedadanónima sociedadeanônima slne
    lda limitada unipessoallda sgpssa ltda ltdame ltda-epp eireli sadecv sabdecv srldecv sderl sderldecv sapidecv
    spzoo spzook spzoospk spółkazoo spółkazograniczonąodpowiedzialnością spółkaakcyjna sro spolsro kft zrt nyrt kkt
    korlátoltfelelősségűtársaság doo jdoo eood ood еоод оод
    ehf asa aps oyj oyjabp oyab osakeyhtiö aktiebolag uab
    ltdşti aş limitedşirketi anonimşirketi sanveticaş sanveticltdşti sanayiveticaretlimitedşirketi
    sanayiveticaretanonimşirketi επε ικε`),
)

/** Without dots and blanks; counted in these letters alone, and not where they may be a place: `Calgary, AB`. */
export const shortForms: ReadonlySet<string> = new Set(
  split(
    'AG SE SA AB AS NV BV KG OG OY SL OÜ EG UG SAS SNC SLU SAU VOF A/S I/S P/S K/S S/A CIC ULC SCOP gAG eG АД ΑΕ',
  ),
)

/** Forms that are told from other words by their dots. */
export const dottedForm =
  /^(S\.?p\.?A\.?|s\.p\.a\.|e\.?\s?V\.?|e\.?\s?K\.?|e\.U\.|a\.\s?s\.|a\.d\.|d\.\s?d\.|v\.o\.s\.|k\.s\.|b\.v\.|n\.v\.|S\.a\.s\.|S\.n\.c\.|L\.P\.|P\.C\.|K\.K\.|G\.K\.|Oy|S\.C\.[AS]\.|S\.L\.[LP]\.|S\.A\.[CE]\.|S\.A\.I\.C\.|E\.I\.R\.L\.|S\.P\.R\.L\.|C\.I\.C\.|S\. ?Coop\.|P\.S\.A\.|U\.A\.|A\.m\.b\.a\.|Bt\.|[Ss]p\. ?[jk]\.)$/

/** Forms in front of a name that are nothing else. */
export const formsInFront = [
  ...split('SARL EURL UAB OÜ A/S S.A. N.V. B.V. PT. Aktiebolaget'),
  ...['Công ty TNHH', 'Công ty Cổ phần'],
]

const japanese = split('株式会社 有限会社 合同会社 ㈱ (株) （株）')
const korean = split('주식회사 유한회사 ㈜ (주)')
const chinese = split('股份有限公司 有限责任公司 有限責任公司 有限公司')
const cyrillic = split('ООО АО ПАО ЗАО ОАО ТОВ ПрАТ ТОО')

/** Around a name that is written without blanks, or in quotes. */
export const formsOfScripts: readonly { before?: string; behind?: string }[] = [
  ...[...japanese, ...korean].flatMap((form) => [{ before: form }, { behind: form }]),
  ...chinese.map((form) => ({ behind: form })),
  ...cyrillic.map((form) => ({ before: `${form} ` })),
  ...[', ООО', ',ООО', ' בע"מ', ' בע״מ'].map((behind) => ({ behind })),
  { before: 'บริษัท ', behind: ' จำกัด' },
]
