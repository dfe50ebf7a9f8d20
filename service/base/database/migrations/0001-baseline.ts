import { type Kysely, sql } from 'kysely'
import { createReportViews } from './report-views.ts'

/** All tables, room by room. Names and ids compare byte by byte (`COLLATE "C"`); the organization is in every key. */
export async function createTables(db: Kysely<unknown>): Promise<void> {
  const references = Object.entries(hangsOn).map(([column, parent]) => {
    const [table, name] = column.split('.')
    return `ALTER TABLE ${table} ADD FOREIGN KEY (organization, ${name}) REFERENCES ${parent} ON DELETE CASCADE`
  })
  for (const statement of [...Object.values(tables).flat().map(spelledOut), ...references, ...triggers])
    await sql.raw(statement).execute(db)
  await createReportViews(db)
}

/** Characters that stand between words: addresses and domains are found by their parts. */
const between = '@.,;:_+-/\\\'"()[]{}<>|&!?#%=*~^$`'

/** The words by which a list of prospects is searched. `prospectWords` of `service/prospects/list-sql.ts` calls it. */
const prospectWords = `CREATE FUNCTION prospect_words(name text, company text, email text, domain text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $words$SELECT to_tsvector('pg_catalog.simple'::regconfig, translate(
      coalesce(name, '') || ' ' || coalesce(company, '') || ' ' || coalesce(email, '') || ' ' || coalesce(domain, ''),
      '${between.replaceAll("'", "''")}', '${' '.repeat(between.length)}'))$words$`

/**
 * Who made a visit is read from what is known of it, and stored nowhere. `is_person` is the same as `isOfPerson` of
 * `service/events/visit-kind.ts`. It is not known yet while nothing says so: half an hour after its last batch such a
 * visit is told as a machine's.
 */
const whoVisits = [
  ['is_person', 'boolean IMMUTABLE', 'NOT v.robot AND NOT v.hasty AND (v.input OR v.visible >= 15000)'],
  [
    'is_unsure',
    'boolean STABLE',
    `NOT v.robot AND NOT v.hasty AND NOT v.input AND v.visible < 15000
      AND v.seen_minute >= floor(extract(epoch FROM now()) / 60)::integer - 30`,
  ],
  [
    'visit_kind',
    'text STABLE',
    "CASE WHEN is_person(v) THEN 'person' WHEN is_unsure(v) THEN 'unsure' ELSE 'machine' END",
  ],
  [
    'visit_why',
    'text STABLE',
    `CASE WHEN v.robot THEN 'robot' WHEN v.hasty THEN 'hasty' WHEN v.input THEN 'input' WHEN is_person(v) THEN 'stayed'
      WHEN is_unsure(v) THEN 'no-input' ELSE 'still' END`,
  ],
].map(
  ([name, returns, expression]) =>
    `CREATE FUNCTION ${name}(v visit) RETURNS ${returns} LANGUAGE sql PARALLEL SAFE AS $of$SELECT ${expression}$of$`,
)

/**
 * The key of a table with other indexes, after them: of indexes that cost the same, as in a table that is nearly empty, the
 * planner takes the newest. Foreign keys keep that plan: with another one each check read all that the organization has.
 */
const keyLast = (table: string) => `ALTER TABLE ${table} ADD PRIMARY KEY (organization, id)`

/** `word`: a name or an id, which compares byte by byte. `time`: to the millisecond, as the API shows it. `!`: never null. */
function spelledOut(table: string): string {
  if (!table.startsWith('CREATE TABLE')) return table
  const types = table.replace(/ word\b/g, ' text COLLATE "C"').replace(/ time\b/g, ' timestamptz(3)')
  return types.replaceAll('!', ' NOT NULL')
}

const tables = {
  // Jobs, settings, answers kept for their `Idempotency-Key`, and what maintenance has still to do.
  base: [
    `CREATE TABLE job (
      organization word!, kind text!, subject word!, run_at timestamptz!, attempt integer! DEFAULT 0,
      lease text, leased_until timestamptz, host word! DEFAULT '',
      prospect word GENERATED ALWAYS AS (CASE WHEN kind IN ('enrich', 'profile') THEN subject END) STORED,
      content word GENERATED ALWAYS AS (CASE WHEN kind IN ('generate', 'regenerate', 'write') THEN subject END) STORED,
      message word GENERATED ALWAYS AS (CASE WHEN kind = 'deliver' THEN subject END) STORED,
      PRIMARY KEY (organization, kind, subject)) WITH (fillfactor = 50)`,
    `CREATE INDEX job_content ON job (organization, content) WHERE (content IS NOT NULL)`,
    `CREATE INDEX job_due ON job (kind, run_at)`,
    `CREATE INDEX job_message ON job (organization, message) WHERE (message IS NOT NULL)`,
    `CREATE INDEX job_prospect ON job (organization, prospect) WHERE (prospect IS NOT NULL)`,
    `CREATE INDEX job_turn ON job (kind, organization, run_at)`,
    `CREATE TABLE setting (name text!, value text!, PRIMARY KEY (name))`,
    `CREATE TABLE idempotency (
      organization word!, request text!, body_hash text!, claim text!, claimed_until timestamptz!,
      answer text, created_at timestamptz!, about word, PRIMARY KEY (organization, request))`,
    `CREATE INDEX idempotency_about ON idempotency (organization, about) WHERE (about IS NOT NULL)`,
    `CREATE INDEX idempotency_created ON idempotency (created_at)`,
    `CREATE TABLE maintenance (
      task text!, lease text, leased_until timestamptz!, ended_at time, PRIMARY KEY (task))`,
    `CREATE TABLE stale (name text!, PRIMARY KEY (name))`,
  ],
  // Who may come in, and what lets somebody in. Of each secret the hash alone is stored.
  access: [
    `CREATE TABLE credential (
      hash word!, id word!, kind text!, organization word!, user_name text!, role text!, rests_on text[]!,
      member word, kept boolean! DEFAULT false, template text, origin text, created_at time! DEFAULT now(),
      expires_at time, ended_at time, UNIQUE (id), PRIMARY KEY (hash))`,
    `CREATE INDEX credential_member ON credential (organization, member) WHERE (member IS NOT NULL)`,
    `CREATE INDEX credential_organization ON credential (organization, kind)`,
    `CREATE TABLE member (
      organization word!, id word!, name text!, email text!, email_key word!, role text!,
      created_at time! DEFAULT now(), seen_at time, report boolean! DEFAULT false,
      UNIQUE (organization, email_key), PRIMARY KEY (organization, id))`,
    `CREATE INDEX member_email ON member (email_key)`,
  ],
  // Who is told of events, and what is sent.
  messages: [
    `CREATE TABLE webhook (
      organization word!, id word!, url text!, host text!, events text!, secret text!, state text!,
      created_at time!, PRIMARY KEY (organization, id))`,
    `CREATE TABLE alert (
      organization word!, id word!, kind text!, url text, host text!, addresses text[]!, signs text!,
      seconds integer, owner_column text, owner_value text, at text!, state text!, created_at time!,
      PRIMARY KEY (organization, id))`,
    `CREATE TABLE told_fault (organization word!, fault word!, PRIMARY KEY (organization, fault))`,
    `CREATE TABLE message (
      organization word!, id word!, webhook word, alert word, member word, address text, detail text,
      url text, type text!, content word, visit text, campaign word, happened_at time!, body text,
      state text!, attempt integer! DEFAULT 0, tried_at time, next_attempt_at time, last_status integer,
      last_error text, last_answer text, PRIMARY KEY (organization, id))`,
    `CREATE INDEX message_alert ON message (organization, alert, happened_at) WHERE (alert IS NOT NULL)`,
    `CREATE INDEX message_content ON message (organization, content) WHERE (content IS NOT NULL)`,
    `CREATE INDEX message_member ON message (organization, member) WHERE (member IS NOT NULL)`,
    `CREATE INDEX message_tried ON message (organization, webhook, tried_at)`,
  ],
  // The last sound text of each file, what organizations store, in versions, and how the pages of templates fare.
  templates: [
    `CREATE TABLE template (name text!, source text!, PRIMARY KEY (name))`,
    `CREATE TABLE stored_template (
      organization word!, name word!, version integer!, deleted boolean!, updated_at time!,
      PRIMARY KEY (organization, name))`,
    `CREATE TABLE template_version (
      organization word!, name word!, version integer!, source word!, user_name text!, created_at time!,
      PRIMARY KEY (organization, name, version))`,
    `CREATE TABLE page_state (
      organization word!, template word!, version integer!, checked_at time!, state text!,
      PRIMARY KEY (organization, template))`,
  ],
  // Prospects, the people directory, and what its searches answered.
  prospects: [
    prospectWords,
    `CREATE TABLE prospect (
      organization word!, id word!, status text!, email text, email_key text, additional text, linkedin text,
      name text, company text, role text, industry text, domain text, profile text, test boolean!,
      created_at time!, updated_at time!, description text, sources text! DEFAULT '{}', owner text,
      UNIQUE (organization, email_key, test))`,
    `CREATE INDEX prospect_domain ON prospect (organization, domain)`,
    `CREATE INDEX prospect_domain_newest ON prospect (organization, domain, created_at, id)`,
    `CREATE INDEX prospect_enriching ON prospect (organization) WHERE (status = 'enriching')`,
    `CREATE INDEX prospect_label ON prospect (organization, lower(COALESCE(NULLIF(name, ''), NULLIF(company, ''), email, domain, '')))`,
    `CREATE INDEX prospect_newest ON prospect (organization, created_at, id)`,
    `CREATE INDEX prospect_words ON prospect USING gin (prospect_words(name, company, email, domain))`,
    keyLast('prospect'),
    `CREATE TABLE person (
      organization word!, key word!, email text, name text, company text, role text, industry text,
      linkedin text, domain text, profile text, additional text, words text!, seniority smallint!,
      prospect word, PRIMARY KEY (organization, key))`,
    `CREATE INDEX person_domain ON person (organization, domain, words, key)`,
    `CREATE INDEX person_prospect ON person (organization, prospect) WHERE (prospect IS NOT NULL)`,
    `CREATE TABLE search (
      organization word!, key word!, prospect word!, created_at time! DEFAULT now(),
      PRIMARY KEY (organization, key))`,
    `CREATE INDEX search_prospect ON search (organization, prospect)`,
  ],
  // Content records, what was changed for one person, and the sets of records that are being regenerated.
  content: [
    `CREATE TABLE content (
      organization word!, id word!, pattern word!, user_name text!, prospect word!, template text!,
      status text!, language text!, content text!, analytics text!, callback text, test boolean!,
      created_at time!, updated_at time!, template_version integer, gaps word, goal text,
      revision integer! DEFAULT 0, measured word, campaign word, control boolean! DEFAULT false,
      approved boolean! DEFAULT false, changed boolean! DEFAULT false, as_made text, UNIQUE (pattern))`,
    `CREATE INDEX content_campaign ON content (organization, campaign, id) WHERE (campaign IS NOT NULL)`,
    `CREATE INDEX content_created ON content (organization, created_at, id)`,
    `CREATE INDEX content_prospect ON content (organization, prospect)`,
    `CREATE INDEX content_template ON content (organization, template, id)`,
    `CREATE INDEX content_template_version ON content (organization, template, template_version)
    WHERE (template_version IS NOT NULL)`,
    `CREATE INDEX content_unfinished ON content (organization, campaign, id)
    WHERE ((campaign IS NOT NULL) AND (status <> 'completed'))`,
    keyLast('content'),
    `CREATE TABLE changed_words (
      organization word!, content word!, selector text!, type text!, payload text!, user_name text!,
      changed_at timestamptz!, PRIMARY KEY (organization, content, selector, type))`,
  ],
  // Pictures that pages show: `hash` is of organization and bytes.
  editing: [
    `CREATE TABLE picture (
      organization word!, hash word!, type text!, bytes bytea!, created_at time! DEFAULT now(), UNIQUE (hash),
      PRIMARY KEY (organization, hash))`,
  ],
  // Campaigns, the places of people in them (or lines that invite nobody), and what was said of the columns of lists.
  campaigns: [
    `CREATE TABLE campaign (
      organization word!, id word!, name text!, template word!, language text!, status text!, user_name text!,
      lists integer! DEFAULT 0, control smallint! DEFAULT 0, columns json! DEFAULT '[]',
      utm text! DEFAULT '{}', created_at time!, updated_at time!, ended_lists integer! DEFAULT 0,
      told_lists integer! DEFAULT 0, PRIMARY KEY (organization, id))`,
    `CREATE INDEX campaign_created ON campaign (organization, created_at, id)`,
    `CREATE INDEX campaign_name ON campaign (organization, lower(name), id)`,
    `CREATE TABLE place (
      organization word!, campaign word!, key word!, list integer!, line integer!, cells text!, problem text,
      text text, person text, email text, prospect word, content word, pattern word, was word, unit word,
      control boolean! DEFAULT false,
      made word GENERATED ALWAYS AS (CASE WHEN prospect IS NOT NULL THEN content END) STORED,
      PRIMARY KEY (organization, campaign, key))`,
    `CREATE INDEX place_line ON place (organization, campaign, list, line, key)`,
    `CREATE INDEX place_made ON place (organization, made) WHERE (made IS NOT NULL)`,
    `CREATE INDEX place_prospect ON place (organization, prospect) WHERE (prospect IS NOT NULL)`,
    `CREATE INDEX place_unmade ON place (organization, campaign, list, line) WHERE (person IS NOT NULL)`,
    `CREATE INDEX place_was ON place (organization, campaign, was) WHERE (was IS NOT NULL)`,
    `CREATE TABLE known_header (
      organization word!, header word!, corrections text!, said_at time!, PRIMARY KEY (organization, header))`,
  ],
  // Visits and their events, and what results are read from: one tally a record, and one a record and day.
  // Results never look at the events of old days, so these can be dropped. Room is left in the pages of what is
  // updated again and again, so that an update stays in its page and touches no index.
  events: [
    `CREATE TABLE visit (
      organization word!, content word!, visit word!, day date!, began_at time!, seen_at time!,
      seen_minute integer!, away boolean!, sent bigint!, latest smallint, robot boolean!, hasty boolean!,
      input boolean!, visible bigint!, given_out integer!, received integer!, lost integer!,
      durations integer!, ms bigint!, items smallint[]! DEFAULT '{}', reported bigint, report word!,
      PRIMARY KEY (content, visit, organization)) WITH (fillfactor = 80)`,
    `CREATE INDEX visit_seen ON visit (seen_minute, organization)`,
    // Without `visible`, which grows with each batch: an update that concerns no index stays in its page.
    `CREATE INDEX visit_unsure ON visit (organization, seen_minute) WHERE (NOT robot AND NOT hasty AND NOT input)`,
    ...whoVisits,
    `CREATE TABLE event (
      day date!, organization word!, content word!, visit word!, seq integer!, item word, type word,
      happened_at time!, button word, ms bigint, at bigint,
      PRIMARY KEY (content, visit, seq, day, organization)) PARTITION BY RANGE (day)`,
    `CREATE TABLE tally (
      organization word!, content word!, prospect word!, campaign word, owner text, visits bigint!, views bigint!,
      clicks bigint!, ms bigint!, lost bigint!, others bigint!, first_visit time, last_visit time,
      reached_at time, reached boolean GENERATED ALWAYS AS (reached_at IS NOT NULL) STORED, done_at time,
      PRIMARY KEY (content, organization)) WITH (fillfactor = 50)`,
    `CREATE INDEX tally_last_visit ON tally (organization, last_visit, content)`,
    `CREATE TABLE tally_day (
      organization word!, content word!, arrived_on date!, day date!, stale boolean!,
      visits bigint! DEFAULT 0, views bigint! DEFAULT 0, clicks bigint! DEFAULT 0, ms bigint! DEFAULT 0,
      lost bigint! DEFAULT 0, others bigint! DEFAULT 0, first_visit time, last_visit time, reached_at time,
      items json! DEFAULT '{}', reports json! DEFAULT '{}',
      PRIMARY KEY (organization, content, arrived_on, day)) WITH (fillfactor = 50)`,
    `CREATE INDEX tally_day_stale ON tally_day (organization, content) WHERE (stale)`,
    `CREATE INDEX tally_day_day ON tally_day (organization, day)`,
  ],
  assistants: [
    `CREATE TABLE assistant_act (
      organization word!, id word!, at time! DEFAULT now(), user_name text!, tool text!, prospect word,
      content word, item text, campaign word, template text, version integer, PRIMARY KEY (organization, id))`,
    `CREATE INDEX assistant_act_at ON assistant_act (organization, at, id)`,
  ],
  // Systems of customers that organizations are connected with, the lists that campaigns are filled from, what was
  // written into which contact, and whose people were erased.
  connections: [
    `CREATE TABLE connection (
      organization word!, kind text!, account text!, name text!, host text!, token text!,
      missing_scopes text[]!, connected_at time!, problem text, PRIMARY KEY (organization, kind))`,
    `CREATE TABLE connected_list (
      organization word!, campaign word!, account text!, list word!, name text!, digest text!, problem text,
      PRIMARY KEY (organization, campaign, account, list))`,
    `CREATE TABLE contact (
      organization word!, account text!, id word!, prospect word!, basis text!, problem text,
      settled_at time!, PRIMARY KEY (organization, account, id))`,
    `CREATE INDEX contact_prospect ON contact (organization, prospect)`,
    `CREATE TABLE erased_contact (
      organization word!, account text!, id word!, PRIMARY KEY (organization, account, id))`,
  ],
  // Receipts, which name nobody. `in_files`: the files of the embedded database may still have the person.
  erasing: [
    `CREATE TABLE erasure (
      organization word!, id word!, prospect word, erased_at time!, erased text!, kept_by text[]!,
      in_files boolean! DEFAULT true, PRIMARY KEY (organization, id))`,
  ],
} satisfies Record<string, readonly string[]>

/** With a row, everything goes that hangs on it: a person goes with the row in `prospect`. Each column has an index. */
const hangsOn = {
  'search.prospect': 'prospect',
  'person.prospect': 'prospect',
  'idempotency.about': 'prospect',
  'content.prospect': 'prospect',
  'content.campaign': 'campaign',
  'changed_words.content': 'content',
  'place.campaign': 'campaign',
  'connected_list.campaign': 'campaign',
  'contact.prospect': 'prospect',
  'place.prospect': 'prospect',
  'place.made': 'content',
  'message.content': 'content',
  'message.webhook': 'webhook',
  'message.alert': 'alert',
  'message.member': 'member',
  'credential.member': 'member',
  'visit.content': 'content',
  'tally.content': 'content',
  'tally_day.content': 'content',
  'job.prospect': 'prospect',
  'job.content': 'content',
  'job.message': 'message',
}

/**
 * Events hang on their record by a trigger, which looks into the days on which the record had visits. A foreign key
 * would cost 10 to 16 % more of the processor at each event, and dropping a day would have to lock `content`. Tallies have the
 * owner of their person: to look up those of 10,000 people who came in a week would take half a second.
 */
const triggers = [
  `CREATE FUNCTION delete_events() RETURNS trigger LANGUAGE plpgsql AS $code$
    DECLARE
      began date;
    BEGIN
      FOR began IN SELECT DISTINCT day FROM visit WHERE organization = OLD.organization AND content = OLD.id LOOP
        DELETE FROM event WHERE day = began AND content = OLD.id AND organization = OLD.organization;
        INSERT INTO stale (name) VALUES (to_char(began, '"event_"YYYYMMDD')) ON CONFLICT DO NOTHING;
      END LOOP;
      RETURN OLD;
    END $code$`,
  `CREATE TRIGGER content_events BEFORE DELETE ON content FOR EACH ROW EXECUTE FUNCTION delete_events()`,
  `CREATE FUNCTION keep_owner() RETURNS trigger LANGUAGE plpgsql AS $code$
    BEGIN
      UPDATE tally SET owner = NEW.owner FROM content
      WHERE content.organization = NEW.organization AND content.prospect = NEW.id
        AND tally.organization = NEW.organization AND tally.content = content.id;
      RETURN NULL;
    END $code$`,
  `CREATE TRIGGER prospect_owner AFTER UPDATE ON prospect FOR EACH ROW
    WHEN (OLD.owner IS DISTINCT FROM NEW.owner) EXECUTE FUNCTION keep_owner()`,
]
