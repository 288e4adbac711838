import { fail, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { daneOf, isProvedByDane } from '../../../evidence/mail-transport/dane.ts';
import { faultsOf, leafOf, servedLines } from '../derive/served.ts';
import { startTlsLine } from '../../../catalogue/reproduce-smtp.ts';
import { isEnforcing } from '../../../evidence/mail-transport/sts.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { negotiatedSessions } from '../../derive/subjects/mail-servers.ts';
import { iso } from '../../../evidence/words/time.ts';

/** Problems that a renewal fixes, and those of strict verifiers only. */
const ofDates: ReadonlySet<string> = new Set(['expired', 'not-yet-valid', 'strict-profile']);

/**
 * The expiry of an untrusted certificate makes nothing worse: the finding is potential and without penalty, because a
 * fresh untrusted certificate has none either.
 */
export const smtpCertExpired = checkOf(negotiatedSessions, {
  id: 'smtp-cert-expired',
  title: 'Certificates of mail servers are valid today',
  finding: 'Expired certificate on a mail server',
  weakness: { cvss: 'onPathPartial', cwe: [298] },
  judge: ({ tls, place }) => {
    const [leaf] = tls.chain;
    const late = tls.verdict.problems.find(
      ({ code, certificate }) => certificate === leaf && (code === 'expired' || code === 'not-yet-valid'),
    );
    if (late === undefined) return pass('The certificate is within its validity period');
    if (isProvedByDane(daneOf(place.transport, place.host), place.address))
      return pass('A TLSA record vouches for the key, so the dates do not count (RFC 7672 section 3.1.1)');
    if (isEnforcing(place.transport))
      return notApplicable('The MTA-STS policy requires a valid certificate (separate check)');
    const facts = leafOf(place.transport, tls);
    const isTrustedBut = tls.verdict.problems.every(({ code }) => ofDates.has(code));
    const dates = facts === null ? '' : ` (${iso(facts.notBefore)} to ${iso(facts.notAfter)})`;
    return fail({
      description: `The certificate of ${place.serverName} is ${late.code === 'expired' ? 'expired' : 'not valid yet'}${dates}. ${isTrustedBut ? 'Senders that verify certificates cannot tell the server from an attacker' : 'Senders that verify certificates do not trust it anyway'}. Expected: automatic renewal.`,
      evidence: [
        servedLines(place.transport, tls),
        startTlsLine(place, '', ' 2>/dev/null | openssl x509 -noout -subject -dates -checkend 0'),
      ],
      ...(isTrustedBut ? {} : { confidence: 'potential' as const }),
    });
  },
});

export const smtpCertInvalid = checkOf(negotiatedSessions, {
  id: 'smtp-cert-invalid',
  title: 'Certificates of mail servers are trusted for their names',
  finding: 'Mail server certificate is not trusted for its name',
  shows: ({ tls, place }) => [
    servedLines(place.transport, tls),
    startTlsLine(place, ` -verify_return_error -verify_hostname ${place.serverName}`),
  ],
  judge: ({ tls, place }) => {
    if (tls.verdict.trusted) return pass(`The certificate is trusted for ${place.serverName}`);
    if (isProvedByDane(daneOf(place.transport, place.host), place.address, tls.chain[0]))
      return pass('A TLSA record vouches for the certificate');
    if (isEnforcing(place.transport))
      return notApplicable('The MTA-STS policy requires a trusted certificate (separate check)');
    return `${faultsOf(tls)}. Without MTA-STS or DANE, senders encrypt all the same and do not verify the server.`;
  },
});
