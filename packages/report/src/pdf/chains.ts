import type { Report } from '@perimeter/contract/report';
import { createPrinter, flowing, printable } from './printable.ts';
import { counted, longDate } from './words.ts';

const sans = createPrinter('Perimeter Sans');
const mono = createPrinter('Perimeter Mono');

type Chain = NonNullable<Report['certificates']>['chains'][number];
type PathCertificate = Chain['path'][number];

const maxChains = 12;
const maxAddresses = 8;
const dayMs = 86_400_000;

const clean = (text: string, maxLength: number): string => flowing(printable(sans, text, maxLength));

function validityOf({ notBefore, notAfter }: PathCertificate, now: number): { validity: string; elapsed: number } {
  const [from, to] = [Date.parse(notBefore), Date.parse(notAfter)];
  const days = Math.floor(Math.abs(to - now) / dayMs);
  const state =
    now < from
      ? 'not valid yet'
      : now > to
        ? `ended ${counted(days, 'day')} before the audit`
        : `${counted(days, 'day')} left at the audit`;
  const elapsed = to <= from ? 100 : Math.min(100, Math.max(0, (100 * (now - from)) / (to - from)));
  return { validity: `Valid from ${longDate(from)} to ${longDate(to)}: ${state}`, elapsed: Math.round(elapsed) };
}

const roleOf = ({ source }: PathCertificate, index: number): string => {
  if (source === 'root') return 'Trusted root';
  const role = index === 0 ? 'Site' : 'Intermediate';
  return source === 'fetched' ? `${role}, not sent` : role;
};

/** The same chain with the same verdict under one name, wherever it was served. */
const identity = ({ serverName, trusted, path, problems }: Chain): string =>
  JSON.stringify([serverName, trusted, path.map(({ sha256, source }) => [sha256, source]), problems]);

function printedChain([first, ...others]: [Chain, ...Chain[]], now: number): object {
  const places = [first, ...others].map(({ address, port }) => `${address} port ${port}`);
  const shown = places.slice(0, maxAddresses).join(', ');
  const [leaf] = first.path;
  return {
    host: flowing(printable(mono, first.serverName, 253)),
    addresses: clean(places.length > maxAddresses ? `${shown} and ${places.length - maxAddresses} more` : shown, 1_000),
    trusted: first.trusted,
    problems: first.problems.slice(0, 8).map(({ detail }) => clean(detail, 400)),
    ...(leaf === undefined ? { validity: 'No certificate was shown', elapsed: 0 } : validityOf(leaf, now)),
    path: first.path.slice(0, 8).map((certificate, index) => ({
      role: roleOf(certificate, index),
      subject: flowing(printable(mono, certificate.subject, 160)),
      key: clean(certificate.key, 40),
      signature: clean(certificate.signatureAlgorithm, 60),
      until: certificate.notAfter.slice(0, 10),
    })),
  };
}

/** The list that chains were judged by, as a part of a sentence. */
const rootsOf = ({ rootsName = "Mozilla's roots", rootsDate }: NonNullable<Report['certificates']>): string =>
  `${clean(rootsName, 100)} as of ${longDate(Date.parse(rootsDate))}`;

/** The certificate chains of a report as its document prints them, those that are refused first. */
export function printedChains({ certificates, completedAt }: Report): object {
  const groups = new Map<string, [Chain, ...Chain[]]>();
  for (const chain of certificates?.chains ?? []) {
    const known = groups.get(identity(chain));
    if (known === undefined) groups.set(identity(chain), [chain]);
    else known.push(chain);
  }
  const ordered = [...groups.values()].toSorted(([a], [b]) => Number(a.trusted) - Number(b.trusted));
  return {
    chains: ordered.slice(0, maxChains).map((group) => printedChain(group, completedAt)),
    moreChains: Math.max(0, ordered.length - maxChains),
    roots: certificates === null ? null : rootsOf(certificates),
  };
}
