import { informational, pass, type Verdict } from '../../../catalogue/outcome.ts';
import {
  judgeCompression,
  judgeRc4,
  judgeSecureRenegotiation,
  judgeShareReuse,
  judgeSmallBlock,
} from '../../derive/tls/shared-verdicts.ts';
import { judgeClientRenegotiation } from '../../derive/tls/client-renegotiation.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { testedEndpoint, eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';

/**
 * Reports a configuration weakness under the name of its attack. The configuration check has the vector and the
 * penalty; this one informs, so that a weakness is penalized once.
 */
const named =
  <E>(attack: string, scoredAs: string, judge: (endpoint: E) => Verdict) =>
  (endpoint: E): Verdict => {
    const verdict = judge(endpoint);
    if (verdict.outcome === 'informational') return pass(`${scoredAs} does not fail`);
    if (verdict.outcome !== 'fail') return verdict;
    const [{ description, evidence }] = verdict.drafts;
    return informational({
      description: `${attack}: ${description} Scored once, as ${scoredAs}.`,
      evidence,
    });
  };

export const vulnSweet32 = checkOf(eachEndpoint, {
  id: 'vuln-sweet32',
  title: '64-bit block ciphers are disabled (SWEET32)',
  finding: 'SWEET32 (CVE-2016-2183), scored as tls-3des-idea',
  judge: named('SWEET32 (CVE-2016-2183)', 'tls-3des-idea', judgeSmallBlock),
});

export const vulnRc4 = checkOf(eachEndpoint, {
  id: 'vuln-rc4',
  title: 'RC4 is disabled (RC4 bias attacks)',
  finding: 'RC4 bias attacks (CVE-2013-2566, CVE-2015-2808), scored as tls-rc4',
  judge: named('RC4 bias attacks (CVE-2013-2566, Bar Mitzvah CVE-2015-2808)', 'tls-rc4', judgeRc4),
});

export const vulnCrime = checkOf(eachEndpoint, {
  id: 'vuln-crime',
  title: 'TLS compression is disabled (CRIME)',
  finding: 'CRIME (CVE-2012-4929), scored as tls-compression',
  judge: named('CRIME (CVE-2012-4929)', 'tls-compression', judgeCompression),
});

export const vulnRenego = checkOf(eachEndpoint, {
  id: 'vuln-renego',
  title: 'Secure renegotiation is supported (CVE-2009-3555)',
  finding: 'Insecure renegotiation (CVE-2009-3555), scored as tls-reneg-insecure',
  judge: named('Renegotiation injection (CVE-2009-3555)', 'tls-reneg-insecure', judgeSecureRenegotiation),
});

export const vulnRenegDos = checkOf(testedEndpoint, {
  id: 'vuln-reneg-dos',
  title: 'Client-initiated renegotiation is limited (CVE-2011-1473)',
  finding: 'Renegotiation denial of service (CVE-2011-1473), scored as tls-reneg-client',
  mode: 'deep',
  judge: named('Renegotiation denial of service (CVE-2011-1473)', 'tls-reneg-client', judgeClientRenegotiation),
});

export const vulnRaccoon = checkOf(eachEndpoint, {
  id: 'vuln-raccoon',
  title: 'Diffie-Hellman keys are not reused (Raccoon)',
  finding: 'Raccoon (CVE-2020-1968), scored as tls-dh-reuse',
  judge: named('Raccoon (CVE-2020-1968)', 'tls-dh-reuse', judgeShareReuse('finite-field')),
});
