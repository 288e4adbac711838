import { registeredDomainOf } from '@perimeter/protocols/domain/name';
import { showNames } from '../../../catalogue/certificate-commands.ts';
import { type Location, notApplicable, type Why, whyBy, whyAs } from '../../../catalogue/outcome.ts';
import { failureText } from '../../../evidence/failure-text.ts';
import type { AskedHost, HostAnswer } from '../../../evidence/names/schema.ts';
import type { Observed } from '../../../evidence/observed.ts';
import { type FoundNames, left } from '../../derive/subjects/names.ts';
import { shorten } from '../../../evidence/words/text.ts';

/** The scheme of a request to a host. */
export type Scheme = 'http' | 'https';

/** The requested name: for a wildcard, a random one. */
const askedName = ({ name, askedAs = name }: Pick<AskedHost, 'name' | 'askedAs'>): string => askedAs;

/** The location of a host's start page. */
export const startPageLocation = (host: AskedHost, scheme: Scheme): Location => ({
  host: askedName(host),
  port: scheme === 'https' ? 443 : 80,
  address: host.address,
  url: `${scheme}://${askedName(host)}/`,
});

/** The command that shows the names of a host's certificate. */
export const certificateLine = (host: AskedHost): string[] =>
  showNames({ serverName: askedName(host), address: host.address, port: 443, options: [] }, '-issuer -dates');

/** An answer in one line. */
export const lineOf = (scheme: Scheme, host: AskedHost, { status, title }: HostAnswer): string =>
  `GET ${scheme}://${askedName(host)}/: ${status}${title === null ? '' : `, "${shorten(title, 80)}"`}`;

/** A closed port is a fact; silence is not. */
export const isClosed = (answer: Observed<HostAnswer>): boolean =>
  !answer.known && (answer.failure.reason === 'refused' || answer.failure.reason === 'unreachable');

/** Why some hosts were not requested. */
export function unasked({ hostsNotAsked, hostsLeft }: FoundNames): Why[] {
  if (hostsNotAsked !== null) return [whyBy('barred-by-robots')];
  return left(hostsLeft, 'hosts-left');
}

/** Hosts without an answer or a closed port. */
export const silent = (hosts: readonly AskedHost[]): Why[] =>
  hosts.flatMap(({ name, https, http }) => {
    const [failure] = [https, http].flatMap((one) => (one.known || isClosed(one) ? [] : [one.failure]));
    return failure === undefined ? [] : [whyAs(failure, 'host-failed', { name, failure: failureText(failure) })];
  });

/** The http page of a host that does not redirect to https. */
export const plainPage = ({ http }: AskedHost): HostAnswer | null =>
  http.known &&
  http.value.wall === null &&
  http.value.status < 400 &&
  http.value.location?.startsWith('https:') !== true
    ? http.value
    : null;

/** Gaps that prevent a pass of checks of every host. */
export const openHosts = (names: FoundNames): Why[] => [...unasked(names), ...silent(names.hosts)];

/** The outcome where there is no other host. */
export const noHosts = ({ hosts, hostsNotAsked }: FoundNames) =>
  hosts.length === 0 && hostsNotAsked === null ? notApplicable('No other host below the domain was found') : null;

/** True for a foreign host by its page and certificate: the name still points to an address that its owner gave up. */
export function isForeign({ https, http, tls }: AskedHost, registrableDomain: string): boolean {
  if (tls === null || tls.authorized || tls.names.length === 0) return false;
  const isOther = tls.names.every((name) => {
    const domain = registeredDomainOf(name.replace(/^\*\./, ''));
    return domain !== null && domain !== registrableDomain;
  });
  return isOther && [https, http].every((answer) => !answer.known || !answer.value.namesDomain);
}
