import { judgeSecureRenegotiation } from '../../derive/tls/shared-verdicts.ts';
import { judgeClientRenegotiation } from '../../derive/tls/client-renegotiation.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { testedEndpoint, eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';

export const tlsRenegInsecure = checkOf(eachEndpoint, {
  id: 'tls-reneg-insecure',
  title: 'Secure renegotiation is supported',
  finding: 'Secure renegotiation is not supported',
  weakness: { cvss: 'luredInterception', cwe: [300] },
  judge: judgeSecureRenegotiation,
});

export const tlsRenegClient = checkOf(testedEndpoint, {
  id: 'tls-reneg-client',
  title: 'Client-initiated renegotiation is disabled or limited',
  finding: 'Unlimited client-initiated renegotiation',
  weakness: { cvss: 'conditionalAvailability', cwe: [400] },
  mode: 'deep',
  judge: judgeClientRenegotiation,
});
