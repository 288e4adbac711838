import { fail, inconclusive, informational, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { detailOf } from '../../../evidence/failure-text.ts';
import { selectZone, type ZoneKinds, zoneNeeds } from '../../derive/dns/checks.ts';
import { narrow, recordChecks } from '../../../catalogue/record-check.ts';
import { iso, secondsPerDay, span } from '../../derive/words/time.ts';

/** URLs that a shell takes literally. */
const plainUrl = /^https:\/\/[A-Za-z0-9._:/-]+$/;

/** Declares a check of what the registry says; its command asks it again. */
const registryCheck = recordChecks({
  needs: zoneNeeds,
  select: (evidence: ZoneKinds) =>
    narrow(selectZone(evidence), ({ zone: { registry }, domain, nowMs }) => {
      if (registry === undefined) return inconclusive('The registry was not asked');
      if (!registry.known) {
        const why = detailOf(registry.failure);
        return registry.failure.reason === 'not-tested' ? notApplicable(why) : inconclusive(why);
      }
      const record = registry.value;
      if (record === null) return notApplicable(`The registry has no record of ${domain}`);
      const { url = '' } = record;
      const reproduce = plainUrl.test(url) ? `Reproduce: curl -sSL ${url}` : null;
      return { records: { domain, nowMs, record }, reproduce };
    }),
});

const [failDays, warnDays] = [14, 30];

export const dnsRegistrationExpiry = registryCheck({
  id: 'dns-registration-expiry',
  title: 'The registration of the domain is not about to end',
  finding: 'Domain registration expires soon',
  weakness: { cvss: 'conditionalAvailability', cwe: [1188] },
  mode: 'deep',
  judge: ({ domain, nowMs, record: { expiresMs } }) => {
    if (expiresMs === null) return notApplicable('The registry shows no end of the registration');
    const left = Math.floor((expiresMs - nowMs) / 1_000);
    const date = iso(Math.floor(expiresMs / 1_000));
    const evidence = [`registration of ${domain} ends ${date}`];
    if (left > warnDays * secondsPerDay) return pass(`The registration ends ${date}`);
    const when = left < 0 ? `has ended on ${date}` : `ends in ${span(left)}, on ${date}`;
    const draft = {
      description: `The registration of ${domain} ${when}. When it lapses, web and mail stop, and others can register the domain.`,
      evidence,
    };
    return left <= failDays * secondsPerDay ? fail(draft) : informational(draft);
  },
});

export const dnsRegistrationLock = registryCheck({
  id: 'dns-registration-lock',
  title: 'The domain is locked against transfers',
  finding: 'Domain without transfer lock',
  weakness: { cvss: 'spoofingMargin', cwe: [284] },
  mode: 'deep',
  judge: ({ domain, record: { statuses } }) => {
    if (statuses.length === 0) return notApplicable('The registry shows no statuses');
    const lock = statuses.find((status) => /^(?:client|server) ?transfer ?prohibited$/.test(status));
    if (lock !== undefined) return pass(`Status "${lock}"`);
    return fail({
      description: `${domain} may be transferred to another registrar: a stolen password at the registrar is enough. Expected: the transfer lock (clientTransferProhibited).`,
      evidence: [`status of ${domain}: ${statuses.slice(0, 10).join(', ')}`],
    });
  },
});
