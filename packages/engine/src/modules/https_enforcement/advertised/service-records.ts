import type { ServiceRecord } from '@perimeter/protocols/dns/services/record';
import { type EchConfig, readEchConfigList } from '@perimeter/protocols/tls/ech-config';
import { digLine, digLines, recordsAt } from '../../../catalogue/dig.ts';
import { failEach, type Fault, informational, notApplicable, type Plain, openBy } from '../../../catalogue/outcome.ts';
import { opensslLine } from '../../../catalogue/reproduce.ts';
import { checkOf, onePlace, type Subject } from '../../../catalogue/check-of.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import { addressed, addressesIn, answerAt } from '../../derive/dns/addressed.ts';
import {
  aliasEnds,
  isBroken,
  type ReadService,
  readService,
  type ServiceFault,
  serviceFaults,
  wayFault,
} from '../../derive/dns/service-faults.ts';
import { answerFor, answerGap } from '../../derive/dns/answers.ts';
import { counted, listed, shorten } from '../../../evidence/words/text.ts';

const needs = ['behaviour', 'dns', 'target', 'tls'] as const;
type Evidence = Pick<EvidenceByKind, (typeof needs)[number]>;
type Draft = Fault;

/** A usable record with its owner name. */
interface Service extends ServiceRecord {
  owner: string;
  /** The name whose addresses clients query. */
  targetName: string;
  data: string;
}

/** A fault of one part of a record, or why that is open. */
type Found = Draft | Plain | null;

/** The domain's HTTPS records with related evidence. */
interface Advertised {
  services: Service[];
  read: ReadService[];
  evidence: Evidence;
}

const advertised: Subject<(typeof needs)[number], Advertised> = {
  needs,
  select: (evidence) => {
    const { domain } = evidence.target;
    const answers = [domain, `www.${domain}`].flatMap((name) => answerFor(evidence, name, 'HTTPS') ?? []);
    const read = answers.flatMap(({ records }) =>
      records.flatMap(({ name, type, data }) => (type === 'HTTPS' ? [readService(name, data)] : [])),
    );
    const services = read.flatMap(({ owner, data, read: one }) =>
      one.mode === 'service'
        ? [{ ...one.record, owner, data, targetName: one.record.target === '.' ? owner : one.record.target }]
        : [],
    );
    const gap = answers.map((answer) => answerGap(answer, `HTTPS ${answer.name}`)).find((one) => one !== null);
    if (read.length === 0 && gap !== undefined) return gap;
    return onePlace({ services, read, evidence }, recordsAt(domain, 'HTTPS'), digLine('HTTPS', domain));
  },
};

/** The outcome: drafts first, then gaps, then the pass. */
function conclude(found: readonly Found[], passed: string) {
  const drafts = found.flatMap((one) => (one === null || 'outcome' in one ? [] : [one]));
  const [open] = found.flatMap((one) => (one !== null && 'outcome' in one ? [one] : []));
  return failEach(drafts, open ?? passed);
}

const draftOf = (
  { owner, data }: Pick<Service, 'owner' | 'data'>,
  subject: string,
  problem: string,
  ...lines: (string | null)[]
): Draft => ({
  subject,
  description: `The HTTPS record of ${owner} ${problem}`,
  evidence: [`${owner} HTTPS ${shorten(data, 400)}`, ...lines],
});

function judgeTarget(service: Pick<Service, 'owner' | 'data' | 'targetName'>, evidence: Evidence): Found {
  const { targetName } = service;
  const has = addressed(evidence, targetName);
  if (has === true) return null;
  if (has !== false) return has;
  return draftOf(
    service,
    `${service.owner} target`,
    `leads to ${targetName}, which has no address: browsers that use it do not get to the site. Expected: a name with addresses.`,
    digLines(['A', targetName], ['AAAA', targetName]),
  );
}

function judgeHints(service: Service, evidence: Evidence, type: 'A' | 'AAAA'): Found {
  const hints = type === 'A' ? service.ipv4hint : service.ipv6hint;
  if (hints.length === 0) return null;
  const answer = answerAt(evidence, service.targetName, type);
  const gap = answerGap(answer, `${type} ${service.targetName}`);
  if (gap !== null) return gap;
  const addresses = addressesIn(answer, type);
  const foreign = hints.filter((hint) => !addresses.includes(hint));
  if (foreign.length === 0) return null;
  return {
    ...draftOf(
      service,
      `${service.owner} ${type}`,
      `gives the address ${listed(foreign)} as a hint, which is no ${type} record of ${service.targetName}. Browsers connect there first. Expected: hints that follow the addresses (RFC 9460 section 7.3).`,
      addresses.length === 0 ? `No ${type} record` : `${type} ${addresses.join(', ')}`,
      digLines(['HTTPS', service.owner], [type, service.targetName]),
    ),
    // Names with many addresses return only some of them in each answer.
    confidence: foreign.length === hints.length ? 'firm' : 'potential',
  };
}

function judgeAlpn(service: Service, { tls }: Evidence): Found {
  if (!service.alpn.includes('h2')) return null;
  const port = service.port ?? 443;
  const seen = tls.endpoints.filter((one) => one.serverName === service.owner && one.port === port);
  const lacking = seen.find(
    ({ alpn }) => alpn.known && alpn.value.offered.includes('h2') && !alpn.value.selected.includes('h2'),
  );
  if (lacking === undefined) return null;
  return draftOf(
    service,
    `${service.owner} alpn`,
    `offers h2, which ${lacking.address} does not select. Browsers that rely on it fail or begin again. Expected: offer HTTP/2, or take h2 out of alpn.`,
    `ALPN h2 offered to ${lacking.address}: not selected`,
  );
}

const faultDraft = ({ one, subject, problem, lines, more }: ServiceFault): Draft => ({
  ...draftOf(one, subject, problem, ...lines),
  ...more,
});

/** Faults of records alone, as a set, or at their targets. */
const judgeSelf = (read: readonly ReadService[], evidence: Evidence): Found[] => [
  ...[...serviceFaults(read, evidence), ...read.map((one) => wayFault(one, evidence))].map((found) =>
    found === null || 'outcome' in found ? found : faultDraft(found),
  ),
  ...read.flatMap((one) =>
    aliasEnds(one, evidence).map((end) => {
      if ('targetName' in end) return judgeTarget({ ...one, targetName: end.targetName }, evidence);
      return 'outcome' in end ? end : faultDraft(end);
    }),
  ),
];

export const httpsRr = checkOf(advertised, {
  id: 'https-rr',
  title: 'HTTPS records agree with the site',
  finding: 'HTTPS record disagrees with the site',
  weakness: { cvss: 'resilience', cwe: [1188] },
  judge: ({ services, read, evidence }) => {
    const self = judgeSelf(read, evidence);
    if (self.every((one) => one === null || 'outcome' in one) && read.some(isBroken))
      return notApplicable('An HTTPS record is malformed, so clients drop all of them; dns-svcb-malformed covers it');
    if (services.length === 0 && self.every((one) => one === null))
      return notApplicable('There are no HTTPS records with parameters');
    const found = services.flatMap((service) => [
      judgeTarget(service, evidence),
      judgeHints(service, evidence, 'A'),
      judgeHints(service, evidence, 'AAAA'),
      judgeAlpn(service, evidence),
    ]);
    return conclude(
      [...self, ...found],
      `${counted(services.length, 'HTTPS record')} ${services.length === 1 ? 'agrees' : 'agree'} with addresses and protocols of the site`,
    );
  },
});

function judgePublicName(service: Service, { publicName }: EchConfig, evidence: Evidence): Found[] {
  const has = addressed(evidence, publicName);
  const subject = `${service.owner} ${publicName}`;
  if (has === false)
    return [
      draftOf(
        service,
        subject,
        `names ${publicName} as the public name of Encrypted Client Hello, which has no address. Expected: a name of the server's operator that leads to it.`,
        digLines(['A', publicName], ['AAAA', publicName]),
      ),
    ];
  const server = evidence.behaviour.ech?.find((one) => one.publicName === publicName);
  if (server === undefined) return [openBy('certificate-unrequested', { name: publicName })];
  const { certificate } = server;
  if (!certificate.known) return [openBy('certificate-unseen', { name: publicName })];
  const { covers, notAfterMs } = certificate.value;
  const isOver = notAfterMs !== null && notAfterMs < evidence.target.startedAtMs;
  if (covers && !isOver) return [has === true ? null : has];
  const { address } = server;
  const place = { address, port: service.port ?? 443 };
  return [
    {
      ...draftOf(
        service,
        subject,
        `names ${publicName} as the public name of Encrypted Client Hello, and ${address} shows ${covers ? 'an expired certificate' : 'a certificate without that name'} for it. When keys change, browsers cannot recover and do not connect (RFC 9849 section 6.1.6). Expected: a valid certificate for ${publicName}.`,
        `Certificate for ${publicName} at ${address}: ${covers ? 'expired' : 'another name'}`,
        opensslLine(
          { ...place, serverName: publicName },
          `</dev/null 2>/dev/null | openssl x509 -noout ${covers ? '-enddate' : `-checkhost ${publicName}`}`,
        ),
      ),
      location: { host: publicName, ...place },
    },
  ];
}

function judgeEch(service: Service, evidence: Evidence): Found[] {
  if (service.ech === null) return [];
  const list = readEchConfigList(service.ech);
  const useless = list.ok
    ? 'has an ech of versions that no client uses. Expected: version 0xfe0d (RFC 9849).'
    : 'has a value of ech that is malformed: browsers ignore the record or do not connect. Expected: the list that the server wrote.';
  if (!list.ok || list.configs.length === 0) return [draftOf(service, `${service.owner} ech`, useless)];
  return list.configs.flatMap((config) => judgePublicName(service, config, evidence));
}

export const httpsEch = checkOf(advertised, {
  id: 'https-ech',
  title: 'Encrypted Client Hello works',
  finding: 'Encrypted Client Hello is broken or not offered',
  weakness: { cvss: 'resilience', cwe: [1188] },
  judge: ({ services, evidence }) => {
    const offered = services.filter(({ ech }) => ech !== null);
    if (offered.length > 0)
      return conclude(
        offered.flatMap((service) => judgeEch(service, evidence)),
        'The configurations of Encrypted Client Hello can be used',
      );
    if (evidence.behaviour.url?.startsWith('https:') !== true) return notApplicable('No site over HTTPS was asked');
    return informational({
      description: `${services.length === 0 ? 'There is no HTTPS record, so the site' : 'The HTTPS record'} offers no Encrypted Client Hello: the name of the site can be read in each handshake. The site is no less safe than others without it.`,
      evidence:
        services.length === 0
          ? ['No HTTPS record with parameters']
          : services.map(({ owner, data }) => `${owner} HTTPS ${shorten(data, 400)}`),
    });
  },
});
