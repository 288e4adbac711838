import { coversMx } from '@perimeter/protocols/mta-sts/policy';
import {
  fail,
  failWhere,
  informWhere,
  inconclusive,
  informational,
  judgeSeen,
  notApplicable,
  pass,
  openBy,
} from '../../../catalogue/outcome.ts';
import { faultsOf, servedLines } from '../derive/served.ts';
import { startTlsLine } from '../../../catalogue/reproduce-smtp.ts';
import { isDaneEverywhere } from '../../../evidence/mail-transport/dane.ts';
import { enforcementGap, isEnforcing } from '../../../evidence/mail-transport/sts.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { stsPolicy, curlPolicyAndMx, policyLines } from '../../derive/subjects/mta-sts.ts';
import { mailSessionsUnless } from '../../derive/subjects/mail-servers.ts';
import { isForNow } from '../../derive/mail/delivery.ts';
import { listed } from '../../../evidence/words/text.ts';
import { span } from '../../../evidence/words/time.ts';

const requiresNothing = notApplicable('The policy requires nothing');

export const mtastsNotEnforcing = checkOf(stsPolicy, {
  id: 'mtasts-not-enforcing',
  title: 'The MTA-STS policy is enforced',
  finding: 'MTA-STS policy is not enforced',
  weakness: { cvss: 'onPathPartial', cwe: [319] },
  judge: (facts) => {
    const { mode } = facts.policy;
    if (mode === 'enforce') return pass('mode: enforce');
    // RFC 8461 section 5: senders treat this mode as no policy, so it has the same penalty.
    if (mode === 'none')
      return 'In mode none senders treat the domain as one without MTA-STS: an attacker on the path can remove STARTTLS. That is correct only while MTA-STS is being ended. Expected: mode: enforce, after some weeks of mode: testing.';
    return 'In mode testing senders report failures, but deliver all the same. Expected: mode: enforce, once TLS reports show no failures.';
  },
});

/**
 * RFC 8461 section 3.2 suggests weeks: with a shorter time an attacker can wait for the policy to expire. Large
 * providers use a day, which senders renew daily.
 */
const [oneDay, oneWeek] = [86_400, 604_800];

export const mtastsMaxAgeShort = checkOf(stsPolicy, {
  id: 'mtasts-max-age-short',
  title: 'Senders remember the MTA-STS policy for a day or more',
  finding: 'MTA-STS max_age is short',
  weakness: { cvss: 'onPathPartial', cwe: [319] },
  judge: (facts) => {
    const { mode, maxAge } = facts.policy;
    if (mode === 'none' || maxAge === null) return requiresNothing;
    if (maxAge >= oneWeek) return pass(`Remembered for ${span(maxAge)}`);
    const said = `Senders forget the policy after ${span(maxAge)} without mail. An attacker who blocks its renewal for so long can deliver without it.`;
    return maxAge >= oneDay
      ? informational({
          description: `${said} RFC 8461 suggests weeks; large providers use a day.`,
          evidence: policyLines(facts),
        })
      : `${said} Expected: 604800 seconds or more.`;
  },
});

export const mtastsMxUncovered = checkOf(stsPolicy, {
  id: 'mtasts-mx-uncovered',
  title: 'The MTA-STS policy names every mail server',
  finding: 'MTA-STS policy does not cover an MX host',
  weakness: { cvss: 'serviceUnusable', cwe: [436] },
  judge: (facts) => {
    const { mode, mx } = facts.policy;
    if (mode === 'none') return requiresNothing;
    const names = facts.transport.mx.records.map(({ host }) => host).filter((host) => host !== '');
    if (names.length === 0) return notApplicable('The domain has no MX record');
    const uncovered = [...new Set(names)].filter((host) => !mx.some((pattern) => coversMx(pattern, host)));
    const enforced = mode === 'enforce';
    const draft = (host: string) => ({
      subject: host,
      description: `No mx line of the policy covers ${host}${enforced ? ', so senders that follow MTA-STS do not deliver to it' : ', so mail to it will be refused once the policy is enforced'}. Expected: its name, or a pattern whose star stands for exactly one label.`,
      evidence: [policyLines(facts), `MX: ${listed(names)}`, curlPolicyAndMx(facts.domain)],
    });
    const [shown, covered] = [
      uncovered.slice(0, 20),
      names.length === 1 ? 'The MX host is covered' : `${names.length} MX hosts are covered`,
    ];
    if (enforced) return failWhere(shown, covered, draft);
    // Where DANE authenticates every mail server, a missing MTA-STS has no penalty.
    return isDaneEverywhere(facts.transport)
      ? informWhere(shown, covered, draft)
      : failWhere(shown, covered, (host) => ({ ...draft(host), cvss: 'onPathPartial' }));
  },
});

const enforcedSessions = mailSessionsUnless((transport) =>
  isEnforcing(transport) || enforcementGap(transport) !== null ? null : notApplicable('No MTA-STS policy is enforced'),
);

export const mtastsMxCertBad = checkOf(enforcedSessions, {
  id: 'mtasts-mx-cert-bad',
  title: 'Mail servers meet the MTA-STS policy',
  finding: 'Mail server fails the enforced MTA-STS policy',
  weakness: { cvss: 'serviceUnusable', cwe: [295] },
  judge: (place) => {
    const gap = enforcementGap(place.transport);
    if (gap !== null && !isEnforcing(place.transport)) return inconclusive(gap);
    return judgeSeen(place.session.startTls, (tls) => {
      if (tls.outcome === 'negotiated' && tls.verdict.trusted) return pass('The certificate is trusted for the name');
      if (isForNow(tls)) return openBy('starttls-for-now');
      if (tls.outcome === 'failed') return openBy('starttls-failed');
      const what = tls.outcome === 'negotiated' ? faultsOf(tls) : 'STARTTLS is not available';
      return fail({
        description: `${what}, and the MTA-STS policy is enforced, so senders that follow it do not deliver to ${place.serverName}. Expected: STARTTLS with a trusted certificate for ${place.serverName}.`,
        evidence: [
          tls.outcome === 'negotiated' ? servedLines(place.transport, tls) : `STARTTLS: ${tls.outcome}`,
          startTlsLine(place, ` -verify_return_error -verify_hostname ${place.serverName}`),
        ],
      });
    });
  },
});
