import { digLines } from '../../../catalogue/dig.ts';
import {
  fail,
  failWhere,
  inconclusive,
  informWhere,
  informational,
  notApplicable,
  pass,
  openAs,
  lookupWhy,
} from '../../../catalogue/outcome.ts';
import { placesOf } from '../../../evidence/dnssec/places.ts';
import { reasonTexts } from '../../../evidence/dnssec/reason-texts.data.ts';
import { unsignedText } from '../../../evidence/dnssec/unsigned-text.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { signedZone, type SignedZone } from '../../derive/subjects/signed-zone.ts';
import { firstAndMore, shorten } from '../../../evidence/words/text.ts';
import { securityCauses } from '../../../evidence/causes/security-causes.data.ts';

const noMailHosts = notApplicable('The domain has no mail hosts');

const addresses: ReadonlySet<string> = new Set(['A', 'AAAA']);
const isBogus = ({ security }: { security: string }): boolean => security === 'bogus';

type MailHost = NonNullable<SignedZone['dnssec']['mx']>[number];

const mailLines = (hosts: readonly MailHost[]): string[] =>
  hosts.map(({ host, effective }) => `${host}: ${effective.security}, ${reasonTexts[effective.reason]}`);

/** Shows the first of the hosts and the answer for its address. */
const mailCommand = (zone: string, [first]: readonly MailHost[]): string | null =>
  first === undefined ? null : digLines(['MX', zone], ['A', first.host]);

const hostNames = (hosts: readonly MailHost[]): string =>
  firstAndMore(
    hosts.map(({ host }) => host),
    4,
  );

export const dnssecMxZoneBogus = checkOf(signedZone('zone'), {
  id: 'dnssec-mx-zone-bogus',
  title: 'The addresses of the mail hosts validate',
  finding: 'Addresses of a mail host fail DNSSEC validation',
  weakness: { cvss: 'serviceUnusable', cwe: [345] },
  judge: ({ dnssec, zone }) => {
    const { mx, apex } = dnssec;
    if (mx === null) return inconclusive(lookupWhy('MX of the domain'));
    if (mx.length === 0) return noMailHosts;
    // Faults of sets or proofs in the domain's own zone have their own checks.
    const stated = new Set(
      placesOf(dnssec)
        .filter(isBogus)
        .map(({ reason }) => reason),
    );
    const bad = mx.filter(isBogus);
    const bogus = bad.filter((host) => host.zone !== apex || !stated.has(host.reason));
    if (bad.length > 0 && bogus.length === 0)
      return notApplicable(`${mailLines(bad).join('; ')}, as other records of ${zone.name} (separate check)`);
    const [open] = mx.filter(({ security }) => security === 'indeterminate');
    if (bogus.length > 0)
      return fail({
        description: `The addresses of ${hostNames(bogus)} fail DNSSEC validation. Senders whose resolvers validate cannot deliver mail there.`,
        evidence: [mailLines(bogus), mailCommand(zone.name, bogus)],
      });
    return open === undefined
      ? pass('No mail host is bogus')
      : openAs(securityCauses[open.reason], 'mail-zone-not-judged', {
          host: open.host,
          security: open.effective.security,
          reason: reasonTexts[open.effective.reason],
        });
  },
});

export const dnssecMxZoneUnsigned = checkOf(signedZone('keys'), {
  id: 'dnssec-mx-zone-unsigned',
  title: 'The zones of the mail hosts are signed',
  finding: 'Zone of a mail host is not signed',
  judge: ({ dnssec: { mx }, zone }) => {
    if (mx === null) return inconclusive(lookupWhy('MX of the domain'));
    if (mx.length === 0) return noMailHosts;
    const unsigned = mx.filter(({ effective }) => effective.security === 'insecure');
    return unsigned.length === 0
      ? pass('No mail host is in an unsigned zone')
      : informational({
          description: `${[...Map.groupBy(unsigned, ({ effective, hasKeys }) => unsignedText(effective.reason, hasKeys))].map(([how, hosts]) => `${hostNames(hosts)}: the zone ${how}`).join('; ')}. So DANE cannot protect mail to these hosts.`,
          evidence: [mailLines(unsigned), mailCommand(zone.name, unsigned)],
        });
  },
});

export const dnssecAliasBogus = checkOf(signedZone('zone'), {
  id: 'dnssec-alias-bogus',
  title: 'The targets of aliases validate',
  finding: 'Alias leads into a zone that fails DNSSEC validation',
  weakness: { cvss: 'serviceUnusable', cwe: [345] },
  judge: ({ dnssec: { targets, apex } }) => {
    const aliases = targets.filter(({ name, owner }) => owner !== name);
    if (targets.length === 0) return notApplicable('No name was asked for');
    if (aliases.length === 0) return pass('No name that was asked for is an alias');
    const followed = aliases.filter(({ links }) => !links.some((link) => link.zone === apex && isBogus(link)));
    if (followed.length === 0) return notApplicable('The aliases fail in the zone of the domain (separate check)');
    const foreign = followed.filter(({ zone }) => zone !== apex);
    const once = [...new Map(foreign.filter(isBogus).map((one) => [`${one.name} ${one.owner}`, one])).values()];
    const open = foreign.find(({ security }) => security === 'indeterminate');
    if (once.length === 0 && open !== undefined)
      return openAs(securityCauses[open.reason], 'zone-not-judged', {
        zone: `${open.owner} ${open.type}`,
        reason: reasonTexts[open.reason],
      });
    return failWhere(once, 'No alias leads to a name that fails validation', ({ name, owner, reason }) => {
      const lost = foreign.filter((one) => isBogus(one) && one.name === name && one.owner === owner);
      return {
        description: `${name} is an alias of ${owner}, which fails DNSSEC validation in its own zone (${lost.map(({ type }) => type).join(', ')}). Users of validating resolvers get an error for ${name}; the operator of ${owner} has to correct it.`,
        evidence: [`${owner}: bogus, ${reasonTexts[reason]}`, digLines(['A', name], ['A', owner, '+cd'])],
        subject: name,
        ...(!lost.some(({ type, count }) => count > 0 && addresses.has(type)) && { cvss: 'partUnusable' as const }),
      };
    });
  },
});

export const dnssecAliasUnsigned = checkOf(signedZone('chain'), {
  id: 'dnssec-alias-unsigned',
  title: 'Aliases lead to signed zones',
  finding: 'Alias leaves the signed zone',
  judge: ({ dnssec, zone }) => {
    const aliases = dnssec.targets.filter(({ links }) => links.length > 0);
    if (aliases.length === 0) return notApplicable(`No name of ${zone.name} that was asked for is an alias`);
    const leaving = aliases.filter(
      ({ links, effective }) => links[0]?.security === 'secure' && effective.security === 'insecure',
    );
    const once = [...new Map(leaving.map((target) => [target.name, target])).values()];
    return informWhere(once, 'Every alias leads to a signed zone', ({ name, owner, effective }) => ({
      description: `${name} is an alias of ${owner}, whose zone ${unsignedText(effective.reason)}: its addresses can be forged.`,
      evidence: [
        `${name} CNAME … ${owner}: ${effective.security}, ${reasonTexts[effective.reason]}`,
        digLines(['A', name]),
      ],
      subject: name,
    }));
  },
});

export const dnssecResolverEde = checkOf(signedZone('zone'), {
  id: 'dnssec-resolver-ede',
  title: 'The resolver reports no extended error',
  finding: 'Resolver reports an extended DNS error',
  judge: ({ dnssec: { resolver }, zone }) => {
    const { extendedErrors, status } = resolver;
    if (extendedErrors.length === 0)
      return status === 'failed' ? inconclusive(lookupWhy('SOA of the domain')) : pass('The resolver reports no error');
    const lines = extendedErrors.map(({ code, text }) => `EDE ${code}${text === '' ? '' : `: ${shorten(text, 200)}`}`);
    return informational({
      description: `The resolver answered ${status.toUpperCase()} for the domain with ${firstAndMore(lines, 3)}.`,
      evidence: [lines, digLines(['SOA', zone.name])],
    });
  },
});

const tagList = (tags: ReadonlySet<number>): string => [...tags].toSorted((a, b) => a - b).join(', ') || 'none';

/** The key tags in these records, of keys that the zone has. */
const tagsIn = (records: readonly { keyTag: number; algorithm: number; matches: boolean }[]): number[] =>
  records.flatMap(({ keyTag, algorithm, matches }) => (matches && algorithm !== 0 ? [keyTag] : []));

export const dnssecCdsNotFollowed = checkOf(signedZone('keys', ['DS', 'CDS', 'CDNSKEY']), {
  id: 'dnssec-cds-not-followed',
  title: 'The parent zone has the DS records that CDS and CDNSKEY ask for',
  finding: 'The parent zone does not follow CDS or CDNSKEY',
  judge: ({ dnssec: { childSync }, zone, ds }) => {
    const { cds, cdnskey, security, deletes } = childSync;
    if (!cds.known || !cdnskey.known) {
      const failed = cds.known ? cdnskey : cds;
      return inconclusive(lookupWhy('CDS or CDNSKEY', failed.known ? undefined : failed.failure));
    }
    if (cds.value.length + cdnskey.value.length === 0)
      return notApplicable(`${zone.name} has no CDS or CDNSKEY records`);
    const wanted = new Set([...tagsIn(cds.value), ...tagsIn(cdnskey.value)]);
    if (security === 'bogus' || (wanted.size === 0 && !deletes))
      return notApplicable('The records are inconsistent (separate check)');
    const had = new Set(ds.map(({ keyTag }) => keyTag));
    if (wanted.size === had.size && [...wanted].every((tag) => had.has(tag)))
      return pass(
        deletes ? 'The parent zone has no DS records any more' : `DS records of the keys ${tagList(had)}, as asked`,
      );
    // Parents poll CDS hourly or daily, if at all: one audit cannot distinguish late from never.
    return informational({
      description: `${zone.name} asks its parent zone for ${wanted.size === 0 ? 'no DS records' : `DS records of the keys ${tagList(wanted)}`} by CDS or CDNSKEY, and the parent zone has ${had.size === 0 ? 'none' : `those of ${tagList(had)}`}. If this lasts longer than two days, nobody takes the request up: enter the DS records at the registrar.`,
      evidence: [
        `${zone.name}. DS: key tags ${tagList(had)}`,
        `${zone.name}. CDS: key tags ${tagList(new Set(cds.value.map(({ keyTag }) => keyTag)))}`,
        `${zone.name}. CDNSKEY: key tags ${tagList(new Set(cdnskey.value.map(({ keyTag }) => keyTag)))}`,
      ],
    });
  },
});

export const dnssecCdsInconsistent = checkOf(signedZone('keys', ['CDS', 'CDNSKEY', 'DNSKEY']), {
  id: 'dnssec-cds-inconsistent',
  title: 'CDS and CDNSKEY records are consistent',
  finding: 'CDS or CDNSKEY records are inconsistent or delete the DS records',
  weakness: { cvss: 'resilience', cwe: [345] },
  judge: ({ dnssec: { childSync }, zone }) => {
    const { cds, cdnskey, security, deletes } = childSync;
    if (!cds.known || !cdnskey.known) {
      const failed = cds.known ? cdnskey : cds;
      return inconclusive(lookupWhy('CDS or CDNSKEY', failed.known ? undefined : failed.failure));
    }
    const all = [
      ...cds.value.map((one) => ({ ...one, type: 'CDS' })),
      ...cdnskey.value.map((one) => ({ ...one, type: 'CDNSKEY' })),
    ];
    if (all.length === 0) return notApplicable(`${zone.name} has no CDS or CDNSKEY records`);
    const evidence = [
      all.map(
        ({ type, keyTag, algorithm, matches }) =>
          `${zone.name}. ${type}: key tag ${keyTag}, algorithm ${algorithm}${matches ? '' : '; no such DNSKEY'}`,
      ),
    ];
    const [deletions, others] = [
      all.filter(({ algorithm }) => algorithm === 0),
      all.filter(({ algorithm }) => algorithm !== 0),
    ];
    const tagsOf = (type: string): string =>
      [...new Set(others.filter((one) => one.type === type).map(({ keyTag }) => keyTag))]
        .toSorted((a, b) => a - b)
        .join();
    const problems = [
      deletions.length > 0 && others.length > 0 ? 'some ask to delete the DS records and some to keep them' : '',
      others.some(({ matches }) => !matches) ? 'some name keys that the zone does not have' : '',
      cds.value.length > 0 && cdnskey.value.length > 0 && tagsOf('CDS') !== tagsOf('CDNSKEY')
        ? 'CDS and CDNSKEY name different keys'
        : '',
      zone.security === 'secure' && security === 'bogus' ? 'their signatures are bogus' : '',
    ].filter((problem) => problem !== '');
    if (problems.length > 0)
      return fail({
        description: `${zone.name}: ${problems.join('; ')}. The parent zone cannot follow the next key rollover.`,
        evidence,
      });
    return deletes
      ? informational({
          description: `${zone.name} asks its parent zone to delete the DS records (RFC 8078), which ends DNSSEC.`,
          evidence,
        })
      : pass('CDS and CDNSKEY records name keys of the zone');
  },
});
