import type { Check } from '../../../catalogue/check.ts';
import { exampleHostAnswer } from '../../../evidence/names/example.ts';
import type { AskedHost, HostAnswer } from '../../../evidence/names/schema.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import { host, named, nameless, own, type Row, silent } from './evidence.ts';
import type { SiteNames } from '../../derive/subjects/names.ts';

/** The answer of a host with a page. */
export const page = (change: Partial<HostAnswer> = {}) => seen(exampleHostAnswer(change));

export const refused = unseen('refused', 'no-address');
export const quiet = unseen('timeout', 'no-address');

/** A certificate for other names. */
export const invalid = { authorized: false, problem: 'ERR_TLS_CERT_ALTNAME_INVALID', names: ['other.example'] };

/** A domain with one other host, and header lines of its own site. */
export const at = (one: AskedHost, lines: readonly string[] = []): SiteNames =>
  named({ inventory: [own(one.name.split('.')[0] ?? '')], hosts: [one] }, lines);

/** A policy that includes subdomains. */
export const hsts = 'Strict-Transport-Security: max-age=31536000; includeSubDomains';

/** The rows of every check of hosts in deep audits. */
export const hostRows = (check: Check): Row[] => [
  [check, 'a host is silent', at(host('app', { http: quiet, https: quiet, tls: null }), [hsts]), 'inconclusive'],
  [check, 'hosts are left', named({ hosts: [host('app')], hostsLeft: 3 }, [hsts]), 'inconclusive', /3 hosts/],
  [check, 'robots.txt bars it', named({ hostsNotAsked: 'robots' }, [hsts]), 'inconclusive', /robots_txt/],
  [check, 'the host is sound', at(host('app'), [hsts]), 'pass'],
  [check, 'nothing was answered', silent, 'inconclusive'],
  [check, 'a www host', nameless, 'not-applicable'],
];
