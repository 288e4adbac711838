import type { ZoneRecord } from '../zone.ts';
import { mailZone, type MailZone, mx, txt } from './mail-zone.ts';

/** A mail domain with a strict SPF record and the given DMARC record. */
const dmarcZone = (name: string, what: string, record: string | null, ...more: readonly ZoneRecord[]): MailZone => {
  const dmarc = record === null ? [] : [txt('_dmarc', record)];
  return mailZone(`dmarc-${name}.lab`, what, mx, txt('@', 'v=spf1 mx -all'), ...dmarc, ...more);
};

const rua = (name: string): string => `rua=mailto:dmarc@dmarc-${name}.lab`;

/** A subdomain with mail. */
const below = (owner: string): readonly ZoneRecord[] => [
  [owner, 'MX', '10 mail.good.lab.'],
  txt(owner, 'v=spf1 mx -all'),
];

/** Zones with DMARC records (RFC 9989), valid and invalid. */
export const dmarcZones: readonly MailZone[] = [
  dmarcZone('none', 'A mail domain without DMARC', null),
  dmarcZone('reject', 'DMARC as it should be', `v=DMARC1; p=reject; ${rua('reject')}`),
  dmarcZone('quarantine', 'DMARC with quarantine', `v=DMARC1; p=quarantine; ${rua('quarantine')}`),
  dmarcZone('p0', 'DMARC that only watches', `v=DMARC1; p=none; ${rua('p0')}`),
  dmarcZone('two', 'Two DMARC records', `v=DMARC1; p=reject; ${rua('two')}`, txt('_dmarc', 'v=DMARC1; p=none')),
  dmarcZone('bad-p', 'DMARC with a policy that does not exist, and no reports', 'v=DMARC1; p=block'),
  dmarcZone(
    'bad-p-rua',
    'DMARC with a policy that does not exist, and reports',
    `v=DMARC1; p=block; ${rua('bad-p-rua')}`,
  ),
  dmarcZone('t', 'DMARC reject under test', `v=DMARC1; p=reject; t=y; ${rua('t')}`),
  dmarcZone('np', 'DMARC that spares names that do not exist', `v=DMARC1; p=reject; np=none; ${rua('np')}`),
  dmarcZone('sp-none', 'DMARC that spares subdomains', `v=DMARC1; p=reject; sp=none; ${rua('sp-none')}`),
  dmarcZone('psd-n', 'DMARC that says it is an organization', `v=DMARC1; p=reject; psd=n; ${rua('psd-n')}`),
  dmarcZone(
    'external-ok',
    'Reports to another domain, which agrees',
    'v=DMARC1; p=reject; rua=mailto:x@dmarc-reports.lab',
  ),
  dmarcZone(
    'external-no',
    'Reports to another domain, which does not agree',
    'v=DMARC1; p=reject; rua=mailto:x@dmarc-reports.lab',
  ),
  dmarcZone(
    'external-wildcard',
    'Reports to a domain that agrees with everybody',
    'v=DMARC1; p=reject; rua=mailto:x@dmarc-reports-all.lab',
  ),
  dmarcZone(
    'rua-unregistered',
    'Reports to an unregistered domain',
    'v=DMARC1; p=reject; rua=mailto:x@nobody-owns-this.lab',
  ),
  dmarcZone('rua-invalid', 'Reports to what is no address', 'v=DMARC1; p=reject; rua=dmarc@dmarc-rua-invalid.lab'),
  dmarcZone('no-rua', 'DMARC without reports', 'v=DMARC1; p=reject'),
  dmarcZone('pct', 'DMARC for half of the mail', `v=DMARC1; p=reject; pct=50; ${rua('pct')}`),
  dmarcZone('ruf', 'DMARC with failure reports', `v=DMARC1; p=reject; ${rua('ruf')}; ruf=mailto:f@dmarc-ruf.lab`),
  dmarcZone('upper', 'DMARC in capitals', `V=DMARC1; P=REJECT; ${rua('upper')}`),
  dmarcZone('spaces', 'DMARC with spaces around everything', ` v = DMARC1 ; p = reject ; ${rua('spaces')}`.trim()),
  dmarcZone('dup', 'DMARC with p twice', `v=DMARC1; p=reject; p=none; ${rua('dup')}`),
  dmarcZone('apex', 'DMARC at the domain itself', null, txt('@', 'v=DMARC1; p=reject')),
  dmarcZone('spf-there', 'SPF where DMARC should be', null, txt('_dmarc', 'v=spf1 mx -all')),
  mailZone(
    'dmarc-reports.lab',
    'Authorizes reports for dmarc-external-ok.lab',
    mx,
    txt('dmarc-external-ok.lab._report._dmarc', 'v=DMARC1'),
  ),
  // DNS tree walks: each has a subdomain that is audited.
  mailZone(
    'dmarc-psd-y.lab',
    'A public suffix with a policy of its own; shop.dmarc-psd-y.lab has none',
    txt('_dmarc', 'v=DMARC1; p=quarantine; sp=reject; psd=y; rua=mailto:dmarc@dmarc-psd-y.lab'),
    ...below('shop'),
  ),
  mailZone(
    'dmarc-deep.lab',
    'DMARC for a name of 12 labels, and other records at names that the walk leaves out',
    txt('_dmarc', `v=DMARC1; p=reject; ${rua('deep')}`),
    txt('_dmarc.b.c.d.e.f.g.h.i.j', 'v=DMARC1; p=none'),
    txt('_dmarc.e.f.g.h.i.j', 'v=DMARC1; p=none; psd=n'),
    ...below('a.b.c.d.e.f.g.h.i.j'),
  ),
  mailZone(
    'dmarc-org-differs.lab',
    'An organization below the domain: RFC 9989 takes its policy, the Public Suffix List that of the domain',
    txt('_dmarc', `v=DMARC1; p=none; ${rua('org-differs')}`),
    txt('_dmarc.team', 'v=DMARC1; p=reject; psd=n; rua=mailto:dmarc@team.dmarc-org-differs.lab'),
    ...below('team'),
    ...below('shop.team'),
  ),
  mailZone('dmarc-reports-all.lab', 'Agrees to all reports', mx, txt('*._report._dmarc', 'v=DMARC1')),
];
