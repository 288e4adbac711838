import { cookieLifetime as lifetimeOf, maxCookieSeconds } from '@perimeter/protocols/http/cookies/cookie-lifetime';
import { headerLines } from '@perimeter/protocols/http/headers/header-list';
import { fail, pass } from '../../catalogue/outcome.ts';
import { locationOf } from '../derive/http/place.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { everyAnswer } from '../derive/subjects/answers.ts';
import { cookiesThat, nameOf, quoteCookie } from '../derive/subjects/cookies.ts';
import { listed, shorten } from '../../evidence/words/text.ts';
import { sessions } from './derive/sessions.ts';

const any = cookiesThat(() => true, 'a cookie');

export const cookieLbLeak = checkOf(any, {
  id: 'cookie-lb-leak',
  title: 'No cookie discloses the address of a server',
  finding: 'Load balancer cookie discloses an internal address',
  weakness: { cvss: 'smallLeak', cwe: [200] },
  judge: (cookie) => {
    const { shape } = cookie.facts;
    if (shape.kind !== 'load-balancer') return pass(`${nameOf(cookie)} holds no address`);
    return `The value of ${nameOf(cookie)} decodes to ${shape.address} port ${shape.port}, the server behind the load balancer. Expected: encrypted persistence cookies.`;
  },
});

export const cookieJwtAlgNone = checkOf(any, {
  id: 'cookie-jwt-alg-none',
  title: 'Tokens in cookies are signed',
  finding: 'Cookie holds an unsigned JWT (alg none)',
  weakness: { cvss: 'internalDataRead', cwe: [347] },
  judge: (cookie) => {
    const { shape } = cookie.facts;
    if (shape.kind !== 'jwt') return pass(`${nameOf(cookie)} holds no JWT`);
    const isNone = shape.alg?.toLowerCase() === 'none';
    if (!isNone && shape.isSigned) return pass(`The JWT in ${nameOf(cookie)} is signed`);
    const how = isNone ? 'its header says alg none' : 'it has no signature';
    const description = `The cookie ${nameOf(cookie)} holds a JWT that anybody can change: ${how}. Claims: ${shape.claims.length === 0 ? 'none' : listed(shape.claims)}. Expected: a signed token that the server verifies.`;
    return fail({
      description,
      evidence: [quoteCookie(cookie), `JWT header: alg ${shape.alg === null ? '(none)' : shorten(shape.alg, 40)}`],
    });
  },
});

/** Key names of values about a person or their rights. */
const personal =
  /^(?:e-?mail|mail|user(?:_?name|_?id)?|uid|role|roles|admin|is_?admin|permissions|phone|first_?name|last_?name|account(?:_?id)?)$/i;

export const cookieReadableData = checkOf(any, {
  id: 'cookie-readable-data',
  title: 'Cookies hold no readable personal data',
  finding: 'Cookie holds readable data about the visitor',
  weakness: { cvss: 'smallLeak', cwe: [315] },
  judge: (cookie) => {
    const { shape } = cookie.facts;
    const keys = shape.kind === 'json' || shape.kind === 'json-base64' ? shape.keys : [];
    const found = keys.filter((key) => personal.test(key));
    if (found.length === 0) return pass(`${nameOf(cookie)} holds no such data`);
    const description = `The value of ${nameOf(cookie)} is JSON that anybody with the cookie can read${shape.kind === 'json-base64' ? ', in base64' : ''}. Keys: ${listed(found)}. Expected: an opaque identifier, or an encrypted value.`;
    return fail({ description, evidence: quoteCookie(cookie), confidence: 'firm' });
  },
});

/** Session identifiers in the path or the query of a URL. */
const sessionInUrl = /;jsessionid=|[?&](?:phpsessid|jsessionid|sessionid|session_id|sid|aspsessionid[a-z]*)=/i;

/** A URL with the session identifier removed. */
const masked = (url: string): string =>
  url.replace(/((?:;jsessionid|[?&][a-z_]*se?s?s?[a-z_]*id[a-z]*|[?&]sid)=)[^&#;]*/gi, '$1…');

export const cookieSessionInUrl = checkOf(everyAnswer, {
  id: 'cookie-session-in-url',
  title: 'No session identifier stands in a URL',
  finding: 'Session identifier in a URL',
  weakness: { cvss: 'browserHardening', cwe: [598] },
  judge: (answers) => {
    for (const answer of answers) {
      const location = headerLines(answer.headers, 'Location').find(([, value]) => sessionInUrl.test(value));
      if (location === undefined) continue;
      const description = `${answer.exchange.url} redirects to a URL with a session identifier, which ends up in histories, logs and Referer headers. Expected: cookies alone.`;
      return fail({
        location: locationOf(answer),
        description,
        evidence: `Location: ${shorten(masked(location[1]), 300)}`,
      });
    }
    return pass('No redirect carries a session identifier');
  },
});

export const cookieLifetime = checkOf(sessions, {
  id: 'cookie-lifetime',
  title: 'Session cookies do not outlive a year',
  finding: 'Session cookie lives longer than a year',
  judge: (cookie, { target }) => {
    const lifetime = lifetimeOf(cookie.facts, target.startedAtMs);
    const year = 365 * 86_400;
    if (lifetime.kind !== 'persistent' || lifetime.asked <= year) return pass(`${nameOf(cookie)} ends within a year`);
    const days = Math.round(lifetime.asked / 86_400);
    const cap = lifetime.asked > maxCookieSeconds ? ' Browsers end it after 400 days.' : '';
    return `The cookie ${nameOf(cookie)} lives for ${days} days.${cap}`;
  },
});
