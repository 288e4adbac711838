import { untested } from '../../evidence/observed.ts';
import { defineProbe } from '../probe.ts';
import { otherNamesAt } from './sessions/other-names.ts';
import { testEndpoint } from './endpoint-tests.ts';
import { testOpossum } from './plaintext/opossum.ts';
import { testStartTls } from './plaintext/starttls-injection.ts';

/**
 * Implementation flaws, tested with raw bytes that exploit none of them. Standard mode opens one connection to port 80
 * of each address; deep mode tests every endpoint with full depth.
 */
export const vulnerabilitiesProbe = defineProbe({
  kind: 'vulnerabilities',
  needs: ['tls', 'endpoints'],
  run: async (context, { tls, endpoints }) => {
    const subjects = tls.endpoints.filter(({ depth }) => depth === 'full');
    const [tested, opossum, startTls] = await Promise.all([
      Promise.all(subjects.map((endpoint) => testEndpoint(context, endpoint, otherNamesAt(endpoint, endpoints)))),
      testOpossum(context, endpoints),
      context.target.scanMode === 'deep' ? testStartTls(context, endpoints) : untested('deep-mode-only'),
    ]);
    return { evidence: { endpoints: tested, opossum, startTls } };
  },
});
