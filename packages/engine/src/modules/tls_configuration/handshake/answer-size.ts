import { fail, pass, openBy } from '../../../catalogue/outcome.ts';
import { opensslLine } from '../../../catalogue/reproduce.ts';
import { browserLimitBytes, largestMessageOf, smallestLimitBytes } from '../../../evidence/tls/answer-size.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';

const inNumber = new Intl.NumberFormat('en-US').format;

const whoRefuses = (bytes: number): string =>
  bytes > browserLimitBytes ? 'browsers, OpenSSL and Java refuse it' : 'Java refuses it by default';

export const tlsHelloAnswerTooLarge = checkOf(eachEndpoint, {
  id: 'tls-hello-answer-too-large',
  title: 'Handshake messages fit the limits of clients',
  finding: 'Handshake message is too large for clients',
  weakness: { cvss: 'resilience', cwe: [770] },
  judge: (endpoint) => {
    const bytes = largestMessageOf(endpoint);
    if (bytes === null) return openBy('no-chain-seen');
    if (bytes <= smallestLimitBytes) return pass(`The largest handshake message has ${inNumber(bytes)} bytes`);
    return fail({
      description: `The server sends a handshake message of ${inNumber(bytes)} bytes: ${whoRefuses(bytes)}; expected: at most ${inNumber(smallestLimitBytes)} bytes.`,
      evidence: [
        'Offered: a ClientHello',
        `Answered: a handshake message of ${inNumber(bytes)} bytes`,
        opensslLine(endpoint, '-msg'),
      ],
    });
  },
});
