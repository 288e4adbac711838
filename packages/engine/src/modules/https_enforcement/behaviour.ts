import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import { fail, informational, notApplicable, pass } from '../../catalogue/outcome.ts';
import { bodyLine, curlLine } from '../../catalogue/reproduce-http.ts';
import { changingMethods, reflections } from './behaviour-words.data.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import {
  siteBehaviour,
  type Behaviour,
  judgeAnswer,
  questionOf,
  quoteQuestion,
  testedPlace,
} from '../derive/subjects/behaviour.ts';
import { listed } from '../../evidence/words/text.ts';

export const httpTrace = checkOf(siteBehaviour, {
  id: 'http-trace',
  title: 'TRACE is refused',
  finding: 'TRACE method is enabled',
  weakness: { cvss: 'browserHardening', cwe: [16] },
  judge: (behaviour) =>
    judgeAnswer(questionOf(behaviour, behaviour.behaviour.trace), (response, exchange) =>
      behaviour.behaviour.trace?.echoed === true
        ? fail({
            description:
              'The server answers TRACE with the request that it received, header fields that proxies add included. Expected: status 405 or 501.',
            evidence: [
              ...quoteQuestion(exchange),
              'The body repeats the header X-Perimeter of the request.',
              bodyLine(testedPlace(behaviour), 'X-Perimeter: seen', '-X TRACE', "-H 'X-Perimeter: seen'"),
            ],
          })
        : pass(`TRACE is answered with status ${response.status} without an echo`),
    ),
});

export const httpHostInjection = checkOf(siteBehaviour, {
  id: 'http-host-injection',
  title: 'An unknown Host header is not repeated',
  finding: 'Unknown Host header is repeated in links or redirects',
  weakness: { cvss: 'contentInjectionUserActs', cwe: [20, 644] },
  judge: (behaviour) => {
    const { hostHeader } = behaviour.behaviour;
    return judgeAnswer(questionOf(behaviour, hostHeader), (response, exchange) => {
      const found = hostHeader?.reflectedIn ?? [];
      if (found.length === 0)
        return pass(`An unknown host is answered with status ${response.status} and not repeated`);
      const isRedirectAlone = found.every((where) => where === 'location');
      const description = `A request for the host ${hostHeader?.sent ?? ''} gets it back in ${listed(found.map((where) => reflections[where]))}. A cache or a link in an e-mail can carry it to other visitors. Expected: an error or the site's own host.`;
      return fail({
        description,
        evidence: [
          ...quoteQuestion(exchange),
          isRedirectAlone
            ? curlLine(testedPlace(behaviour), `-H 'Host: ${hostHeader?.sent ?? ''}'`)
            : hostLine(behaviour),
        ],
        // A reflected host in a redirect alone affects nobody: browsers send the real host.
        confidence: isRedirectAlone ? 'potential' : 'firm',
      });
    });
  },
});

function hostLine(behaviour: Behaviour): string | null {
  const sent = behaviour.behaviour.hostHeader?.sent ?? '';
  return bodyLine(testedPlace(behaviour), sent.replaceAll('.', '[.]'), `-H 'Host: ${sent}'`);
}

export const httpMethods = checkOf(siteBehaviour, {
  id: 'http-methods',
  title: 'The server announces only methods of visitors',
  finding: 'Server announces further HTTP methods',
  judge: (behaviour) =>
    judgeAnswer(questionOf(behaviour, behaviour.behaviour.options), (response, exchange) => {
      const allow = combinedValue(response.headers, 'Allow');
      if (allow === null) return pass('OPTIONS names no methods');
      const found = allow
        .split(',')
        .map((method) => method.trim().toUpperCase())
        .filter((method) => changingMethods.has(method));
      if (found.length === 0) return pass(`Allow: ${allow.slice(0, 200)}`);
      return informational({
        description: `OPTIONS announces ${listed(found)}. The methods were not tried: whether they need a login is unknown.`,
        evidence: [...quoteQuestion(exchange), curlLine(testedPlace(behaviour), '-X OPTIONS')],
      });
    }),
});

export const httpDefaultVhost = checkOf(siteBehaviour, {
  id: 'http-default-vhost',
  title: 'An unknown host name does not get the site',
  finding: 'Unknown host name gets the same content',
  mode: 'deep',
  judge: (behaviour) => {
    const { hostHeader } = behaviour.behaviour;
    return judgeAnswer(questionOf(behaviour, hostHeader), (response, exchange) => {
      const own = behaviour.document.response;
      if (own.body.decodedBytes === 0) return notApplicable('The document is empty');
      const isSame = response.status === own.status && response.body.sha256 === own.body.sha256;
      if (!isSame) return pass(`An unknown host is answered otherwise (status ${response.status})`);
      return informational({
        description: `A request for the host ${hostHeader?.sent ?? ''} gets the site's own document: the server has no default host of its own.`,
        evidence: [
          ...quoteQuestion(exchange),
          `Body of both: ${own.body.decodedBytes} bytes, SHA-256 ${own.body.sha256}`,
          bodyLine(testedPlace(behaviour), '<title>[^<]*', `-H 'Host: ${hostHeader?.sent ?? ''}'`),
        ],
      });
    });
  },
});
