import { fail, informational, notApplicable, pass, type Verdict, openBy } from '../../catalogue/outcome.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { type Registered, domainRegistration } from '../derive/subjects/routing.ts';
import { iso, secondsPerDay, span } from '../../evidence/words/time.ts';
import { listed } from '../../evidence/words/text.ts';
import { endedIn, transferLockIn } from '../../evidence/registration.ts';

/** RFC 8056: the registry omits the domain from its zone. */
const heldStatuses: ReadonlySet<string> = new Set(['client hold', 'server hold', 'inactive']);

/** Registries delete a domain after at most 45 days of grace, 30 of redemption and 5 more (RFC 3915): an older expiry date is not enforced. */
const staleDays = 90;

const endOf = ({ record: { expiresMs }, nowMs }: Registered) =>
  expiresMs === null
    ? null
    : { date: iso(Math.floor(expiresMs / 1_000)), left: Math.floor((expiresMs - nowMs) / 1_000) };

const statusLine = ({ registrableDomain, record: { statuses } }: Registered): string =>
  `status of ${registrableDomain}: ${statuses.slice(0, 10).join(', ')}`;

export const domainExpired = checkOf(domainRegistration, {
  id: 'domain-expired',
  title: 'The registration of the domain is in force',
  finding: 'Domain registration has expired',
  weakness: { cvss: 'serviceUnusable', cwe: [672] },
  judge: (registered): Verdict => {
    const { registrableDomain, record } = registered;
    const end = endOf(registered);
    const ended = endedIn(record);
    const isOver = end !== null && end.left < 0;
    if (isOver && ended.length === 0 && end.left < -staleDays * secondsPerDay)
      return openBy('domain-still-listed', { date: end.date });
    if (isOver || ended.length > 0)
      return fail({
        description: `The registration of ${registrableDomain} has ended${isOver ? ` on ${end.date}` : ''}${ended.length > 0 ? ` (${listed(ended)})` : ''}: the registry stops web and mail, and then others can register the domain. Expected: renew or restore it now.`,
        evidence: [
          ...(isOver ? [`registration of ${registrableDomain} ended ${end.date}`] : []),
          ...(ended.length > 0 ? [statusLine(registered)] : []),
        ],
      });
    const held = record.statuses.filter((status) => heldStatuses.has(status));
    if (held.length > 0)
      return informational({
        description: `The registry or the registrar holds ${registrableDomain} back (${listed(held)}): it is left out of the zone of the top-level domain, as soon as caches forget it.`,
        evidence: statusLine(registered),
      });
    if (end === null && record.statuses.length === 0)
      return notApplicable('The registry shows neither an end nor a status');
    return pass(end === null ? 'No status of an ended registration' : `The registration ends ${end.date}`);
  },
});

/** Registrars renew late, so an earlier warning would be noise. */
const [failDays, warnDays] = [14, 30];

export const domainExpiring = checkOf(domainRegistration, {
  id: 'domain-expiring',
  title: 'The registration of the domain is not about to end',
  finding: 'Domain registration expires soon',
  weakness: { cvss: 'resilience', cwe: [1188] },
  judge: (registered) => {
    const { registrableDomain } = registered;
    const end = endOf(registered);
    if (end === null) return notApplicable('The registry shows no end of the registration');
    if (end.left < 0 || endedIn(registered.record).length > 0) return notApplicable('The registration has ended');
    if (end.left >= warnDays * secondsPerDay) return pass(`The registration ends ${end.date}`);
    const draft = {
      description: `The registration of ${registrableDomain} ends in ${span(end.left)}, on ${end.date}. When it lapses, web and mail stop, and others can register the domain.`,
      evidence: `registration of ${registrableDomain} ends ${end.date}`,
    };
    return end.left < failDays * secondsPerDay ? fail(draft) : informational(draft);
  },
});

/** Country-code top-level domains, which protect transfers differently. */
const isCountry = (domain: string): boolean => /\.[a-z]{2}$/.test(domain);

export const domainNoTransferLock = checkOf(domainRegistration, {
  id: 'domain-no-transfer-lock',
  title: 'The domain is locked against transfers',
  finding: 'Domain without transfer lock',
  weakness: { cvss: 'resilience', cwe: [284] },
  judge: (registered) => {
    const { registrableDomain, record } = registered;
    if (record.statuses.length === 0) return notApplicable('The registry shows no statuses');
    if (endedIn(record).length > 0) return notApplicable('The registration has ended: nobody can transfer it');
    const lock = transferLockIn(record);
    if (lock !== undefined) return pass(`Status "${lock}"`);
    const draft = {
      description: `${registrableDomain} may be transferred to another registrar: its transfer code is enough. Expected: the transfer lock (clientTransferProhibited).`,
      evidence: statusLine(registered),
    };
    return isCountry(registrableDomain) ? informational(draft) : fail(draft);
  },
});
