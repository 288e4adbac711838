import { parseCacheControl } from '@perimeter/protocols/http/headers/cache-control';
import {
  type CorsFault,
  type CorsFinding,
  judgeCors,
  judgePreflight,
} from '@perimeter/protocols/http/cross-origin/cors';
import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import { fail, informational, notApplicable, pass, type Verdict, openBy } from '../../catalogue/outcome.ts';
import { answersOf, type CorsReply, originLine, preflightOf, preflightLine, unansweredOf } from './derive/replies.ts';
import { preflightFaults } from './preflight-faults.data.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { siteBehaviour, type Behaviour, judgeAnswer, quoteQuestion } from '../derive/subjects/behaviour.ts';
import { listed } from '../../evidence/words/text.ts';

const acceptsAny = notApplicable('Any origin is accepted (see cors-reflect-credentials)');

interface CorsQuestion {
  faults: readonly CorsFault[];
  passed: string;
  /** What the fault allows, after the accepted origins. */
  describe: (origins: string, count: number) => string;
  /** Adjusts the finding after a fault was found. */
  weigh?: (found: readonly CorsFinding[], behaviour: Behaviour) => Verdict | null;
}

const anyOrigin: readonly CorsFault[] = ['reflects-with-credentials', 'reflects'];

/** Judges the answers to all origins: one finding, with the exchange of each accepted origin. */
const refusesOrigins =
  ({ faults, passed, describe, weigh }: CorsQuestion) =>
  (behaviour: Behaviour): Verdict => {
    const replies = answersOf(behaviour);
    const all = judgeCors(behaviour.document.headers, replies);
    const found = all.filter(({ fault }) => faults.includes(fault));
    const decided = weigh?.(found, behaviour) ?? null;
    if (decided !== null) return decided;
    if (found.length > 0) return failed(behaviour, replies, found, describe);
    const wider = all.find(({ fault }) => anyOrigin.includes(fault));
    if (wider?.fault === 'reflects-with-credentials' && !faults.includes('no-vary')) return acceptsAny;
    const open = unansweredOf(behaviour);
    if (replies.length === 0 && open === null) return openBy('origin-unsent');
    // An unanswered origin makes the pass inconclusive.
    return open === null ? pass(passed) : judgeAnswer(open, () => pass(passed));
  };

function failed(
  behaviour: Behaviour,
  replies: readonly CorsReply[],
  found: readonly CorsFinding[],
  describe: CorsQuestion['describe'],
): Verdict {
  const accepted = replies.filter(({ variant }) => found.some((one) => one.variant === variant));
  const [first] = accepted;
  return fail({
    description: describe(listed(accepted.map(({ origin }) => origin)), accepted.length),
    evidence: [
      ...(first === undefined ? [] : quoteQuestion(first.exchange)),
      ...accepted.slice(1).map(({ origin }) => `Origin: ${origin}: accepted as well`),
      first === undefined ? null : originLine(behaviour, first.origin),
    ],
    // An error page or a redirect shows how the server compares origins, not what a page could read.
    confidence: found.every(({ isDocument }) => isDocument) ? 'confirmed' : 'firm',
  });
}

const readsAll = 'Pages of that origin can read and send everything here as the visitor who is logged in.';
const expectList = 'Expected: a list of known origins, compared whole.';

export const corsReflectCredentials = checkOf(siteBehaviour, {
  id: 'cors-reflect-credentials',
  title: 'No origin is accepted with credentials that nobody knows',
  finding: 'Any origin is accepted with credentials (CORS)',
  weakness: { cvss: 'crossSiteAccess', cwe: [942, 346] },
  judge: refusesOrigins({
    faults: ['reflects-with-credentials'],
    passed: 'A random origin is not accepted with credentials',
    describe: (origins) =>
      `The random origin ${origins} comes back in Access-Control-Allow-Origin together with Access-Control-Allow-Credentials: true. Pages of any site can read and send everything here as the visitor who is logged in. ${expectList}`,
  }),
});

export const corsNullCredentials = checkOf(siteBehaviour, {
  id: 'cors-null-credentials',
  title: 'The origin null is not accepted with credentials',
  finding: 'The origin null is accepted with credentials (CORS)',
  weakness: { cvss: 'crossSiteAccess', cwe: [942, 346] },
  judge: refusesOrigins({
    faults: ['null-with-credentials'],
    passed: 'The origin null is not accepted with credentials',
    describe: () =>
      'The origin null is accepted with credentials. Any site can have it: in a sandboxed frame. Its pages can read and send everything here as the visitor who is logged in. Expected: null is never on the list.',
  }),
});

export const corsSuffixPrefix = checkOf(siteBehaviour, {
  id: 'cors-suffix-prefix',
  title: 'Origins are compared whole',
  finding: 'Look-alike origins are accepted with credentials (CORS)',
  weakness: { cvss: 'crossSiteAccess', cwe: [942, 346] },
  judge: refusesOrigins({
    faults: ['suffix-with-credentials', 'prefix-with-credentials'],
    passed: 'Names that begin or end like the site are not accepted with credentials',
    describe: (origins, count) =>
      `${origins} ${count === 1 ? 'is' : 'are'} accepted with credentials, because only the beginning or the end of the origin is compared. Anyone can register such a name. ${readsAll} ${expectList}`,
  }),
});

export const corsHttpOrigin = checkOf(siteBehaviour, {
  id: 'cors-http-origin',
  title: 'Origins over plain http are not accepted with credentials',
  finding: 'Origin over http is accepted with credentials (CORS)',
  weakness: { cvss: 'contentInjection', cwe: [942, 319] },
  judge: refusesOrigins({
    faults: ['http-with-credentials'],
    passed: 'The http origin of the site is not accepted with credentials',
    describe: (origins) =>
      `${origins} is accepted with credentials: who can change one http page on the way to a visitor reads the https site through it. Expected: https origins alone.`,
    weigh: (_found, { document }) =>
      document.url.protocol === 'https:' ? null : notApplicable('The document itself came over http'),
  }),
});

export const corsReflectPublic = checkOf(siteBehaviour, {
  id: 'cors-reflect-public',
  title: 'Access-Control-Allow-Origin is no echo of the request',
  finding: 'Any origin is echoed, without credentials (CORS)',
  weakness: { cvss: 'browserHardening', cwe: [942] },
  judge: refusesOrigins({
    faults: ['reflects'],
    passed: 'A random origin is not echoed',
    describe: (origins) =>
      `The random origin ${origins} comes back in Access-Control-Allow-Origin. Without credentials pages of other sites read what everyone can read, unless the network of the visitor decides who may. Expected: * for public content, or a list of known origins.`,
  }),
});

export const corsStarCredentials = checkOf(siteBehaviour, {
  id: 'cors-star-credentials',
  title: 'Credentials are not allowed together with *',
  finding: 'Access-Control-Allow-Origin: * together with credentials',
  weakness: { cvss: 'browserHardening', cwe: [942] },
  judge: refusesOrigins({
    faults: ['star-with-credentials'],
    passed: 'Credentials do not stand beside *',
    describe: () =>
      'Access-Control-Allow-Origin: * stands beside Access-Control-Allow-Credentials: true. Browsers refuse the pair, so requests with cookies fail; the next fix is often an echo of every origin. Expected: one of the two.',
  }),
});

/** Shared caches do not store these responses (RFC 9111 section 3), so other users' browsers never receive them. */
function isUncached({ document }: Behaviour): boolean {
  const { value } = parseCacheControl(document.headers);
  return value?.has('no-store') === true || value?.has('private') === true;
}

export const corsVary = checkOf(siteBehaviour, {
  id: 'cors-vary',
  title: 'Responses that depend on Origin say so',
  finding: 'Response depends on Origin without Vary: Origin',
  weakness: { cvss: 'browserHardening', cwe: [524] },
  judge: refusesOrigins({
    faults: ['no-vary'],
    passed: 'What depends on Origin names it in Vary, or nothing depends on it',
    describe: (origins) =>
      `The response to ${origins} has another Access-Control-Allow-Origin than that without an Origin, and no Vary: Origin. A cache gives the one to who asked for the other: scripts of permitted sites fail, or get what was meant for another. Expected: Vary: Origin on every response of this address.`,
    weigh: (found, behaviour) =>
      found.length > 0 && isUncached(behaviour) ? notApplicable('Shared caches do not keep the response') : null,
  }),
});

export const corsPreflightBroad = checkOf(siteBehaviour, {
  id: 'cors-preflight-broad',
  title: 'Preflight responses allow what is used, no more',
  finding: 'Preflight response allows methods or headers that nobody asked for',
  weakness: { cvss: 'browserHardening', cwe: [942] },
  judge: (behaviour) => {
    const replies = judgeCors(behaviour.document.headers, answersOf(behaviour));
    if (replies.some(({ fault }) => fault === 'reflects-with-credentials')) return acceptsAny;
    const asked = preflightOf(behaviour);
    return judgeAnswer(asked?.exchange ?? null, ({ headers }, exchange) => {
      const faults = judgePreflight({
        origin: asked?.origin ?? '',
        method: 'PUT',
        header: 'x-perimeter',
        lines: headers,
      });
      if (faults.length === 0) return pass('The preflight from a random origin allows nothing with credentials');
      return fail({
        description: `A preflight from the random origin ${asked?.origin ?? ''} is granted with credentials: ${listed(faults.map((fault) => preflightFaults[fault]))}. Expected: the methods and headers of the API, for known origins.`,
        evidence: [...quoteQuestion(exchange), preflightLine(behaviour, asked?.origin ?? '')],
      });
    });
  },
});

export const corsPrivateNetwork = checkOf(siteBehaviour, {
  id: 'cors-private-network',
  title: 'Preflight responses open no private network',
  finding: 'Preflight response allows requests into private networks',
  judge: (behaviour) => {
    const asked = preflightOf(behaviour);
    return judgeAnswer(asked?.exchange ?? null, ({ headers }, exchange) =>
      combinedValue(headers, 'Access-Control-Allow-Private-Network') === 'true'
        ? informational({
            description:
              'Access-Control-Allow-Private-Network: true allows public pages to reach this host in a private network. Chrome has replaced it by a permission that the visitor gives.',
            evidence: [...quoteQuestion(exchange), preflightLine(behaviour, asked?.origin ?? '')],
          })
        : pass('The header is not sent'),
    );
  },
});

export const corsWildcard = checkOf(siteBehaviour, {
  id: 'cors-wildcard',
  title: 'The document is not open to scripts of every site',
  finding: 'Every site may read the document (Access-Control-Allow-Origin: *)',
  judge: (behaviour) => {
    const lines = behaviour.document.headers;
    const reply = answersOf(behaviour).find((one) => combinedValue(one.lines, 'Access-Control-Allow-Origin') === '*');
    if (combinedValue(lines, 'Access-Control-Allow-Origin') !== '*' && reply === undefined) return pass('It is not');
    return informational({
      description:
        'Access-Control-Allow-Origin: * lets scripts of every site read this response, without cookies. That is right for public content, and wrong where the network of the visitor decides who may read.',
      evidence: [
        reply === undefined ? 'Access-Control-Allow-Origin: *' : quoteQuestion(reply.exchange),
        originLine(behaviour, reply?.origin ?? 'null'),
      ],
    });
  },
});
