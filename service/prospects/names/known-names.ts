const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Family names that are frequent where the family comes first: Chinese, Korean, Vietnamese, Hungarian, Japanese. */
export const familyFirst = wordsOf(`
  wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin luo gao zheng liang xie song tang deng han feng
  cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding ren shen yao bai qian fan fang shi jin qiu qin hou
  shao meng long wan duan lei kong mao chang gu lai yan jia xia fu zhong dai zou xiong hao cui tan liao pang tong ouyang ni ge tsai
  chou hsu hsieh lo kwok chan wong leung lau cheung ng lam yeung tsang chow tse chiu fung yip mak kwan poon koh tay chua goh ong teo
  kim lee park choi jung jeong kang cho yoon jang lim seo yoo oh shin kwon hwang ahn hong moon bae baek nam noh heo ryu
  nguyen nguyễn tran trần pham phạm hoang huynh phan vu vo dang bui do ho ngo duong dinh ly mai dao doan luu truong trinh phung
  nagy kovács kovacs tóth toth szabó szabo horváth horvath varga kiss molnár németh farkas balogh papp takács juhász lakatos fekete
  sato satō suzuki takahashi tanaka watanabe ito itō yamamoto nakamura kobayashi kato katō yoshida yamada sasaki yamaguchi matsumoto
  inoue abe mori ikeda hashimoto yamashita ishikawa nakajima maeda fujita ogawa goto okada hasegawa murakami kondo ishii saito saitō
  sakamoto endo aoki fujii nishimura fukuda ota miura fujiwara okamoto matsuda nakagawa nakano harada ono tamura takeuchi kaneko
  wada nakayama ishida ueda morita hara shibata sakai kudo yokoyama miyazaki miyamoto uchida takagi ando taniguchi`)

/** Frequent first names. In the last place the family may come first, or there are two first names. */
export const firstNames = wordsOf(`
  james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark steven paul andrew
  joshua kevin brian george timothy edward jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin brandon benjamin
  samuel gregory alexander patrick jack dennis jerry tyler aaron adam nathan henry peter kyle noah ethan jeremy walter christian keith
  roger sean austin carl dylan lawrence jordan jesse bryan joe bruce gabriel logan alan albert oliver harry simon martin philip ian neil
  mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty sandra margaret ashley kimberly emily donna
  michelle carol amanda melissa deborah stephanie rebecca laura sharon cynthia kathleen amy angela shirley anna brenda pamela emma nicole
  helen samantha katherine christine rachel carolyn janet catherine maria heather diane ruth julie olivia joyce victoria kelly lauren
  christina joan evelyn judith hannah jacqueline martha gloria teresa ann anne sara jane grace alice julia sophie lucy claire charlotte jackie
  hans klaus jürgen wolfgang michael thomas andreas stefan frank uwe jens dirk ralf bernd matthias markus sven jan lars tobias sebastian
  florian felix lukas jonas leon max karl heinz dieter horst helmut manfred günter gerhard werner franz josef kurt otto fritz ernst
  ursula monika petra sabine gabriele andrea claudia birgit susanne heike stefanie nicole katrin anja silke tanja anke ingrid renate
  helga julia lena lea johanna katharina
  jean pierre michel philippe alain patrick nicolas christophe laurent frédéric éric olivier pascal thierry didier bernard gérard gérald
  françois jacques louis luc antoine julien guillaume mathieu rené andré noël marcel yves marie nathalie isabelle sylvie catherine
  martine christine françoise valérie sandrine véronique céline élodie aurélie camille léa chloé manon inès hélène brigitte monique anaïs
  giuseppe giovanni antonio mario luigi francesco angelo vincenzo pietro salvatore carlo franco domenico bruno paolo michele giorgio
  aldo sergio luciano marco luca matteo lorenzo alessandro stefano roberto giulia chiara francesca sara martina elena valentina alessia
  giorgia federica paola laura silvia teresa lucia rosa giovanna
  josé juan manuel francisco javier antonio jesús carlos miguel ángel alejandro rafael pedro pablo fernando luis sergio jorge alberto
  álvaro diego adrián raúl enrique ramón vicente iván maría carmen josefa isabel dolores pilar lucía cristina marta mercedes rosario
  lourdes ángeles mar dios luz fátima graça guadalupe socorro concepción consuelo nieves
  joão josé antónio manuel pedro paulo filipe miguel tiago rui nuno ricardo jorge luís ana beatriz inês mariana joana margarida
  jan piotr krzysztof andrzej tomasz paweł michał marcin marek grzegorz łukasz adam zbigniew jerzy anna katarzyna małgorzata agnieszka
  krystyna barbara ewa elżbieta zofia teresa magdalena joanna monika
  petr pavel jiří jaroslav martin tomáš miroslav zdeněk václav milan jana eva hana lenka kateřina lucie věra alena
  istván lászló józsef jános zoltán sándor ferenc gábor attila péter tamás zsolt tibor andrás csaba imre viktor erzsébet katalin ilona
  zsuzsanna margit judit ágnes éva eszter béla györgy
  ion andrei ștefan mihai alexandru gheorghe elena ioana ivan georgi dimitar nikola marko ivana milica dragan giorgos dimitris kostas
  yannis eleni
  sergey dmitry alexey andrey vladimir nikolay mikhail olga natalia tatiana svetlana irina elena oksana olena andriy yuriy igor oleg
  lars anders johan per erik karl nils mikael magnus gustav birgitta kristina karin eva lena ole kari bjørn knut søren niels henrik
  jens anne mette hanne juhani matti timo kari mika antti aino tuula päivi
  mehmet mustafa ahmet ali hüseyin hasan ibrahim ayşe fatma emine hatice mohammed mohamed muhammad ahmed hussein hassan omar khalid
  fatima aisha maryam yusuf ismail
  ngozi chinedu emeka kwame kofi thandiwe`)

/** What names begin or end with that says who somebody is, or that nobody is meant. */
export const notNames = wordsOf(`
  the team sales marketing info office support service admin contact account accounts desk department hr it finance unknown test user
  first last name customer company owner reception purchasing front head success payable payables receivable einkauf vertrieb abteilung
  buchhaltung familie family
  herr frau mr mrs ms miss sir lord lady dame dr prof dipl mag ing rev chief captain mme mlle monsieur madame maître mevrouw meneer
  señor señora don doña dom dona sra sig signor signora pan pani hr fru bey hanım san sama ji sahib dato sheikh sheikha shri sri smt syed
  sayed md mohd khun abdul abd abu umm ben bat`)
