import { domainToRegister } from '@perimeter/protocols/domain/registration';
import { codeHosts } from '@perimeter/protocols/http/csp/code-hosts';
import { allowsScript } from '@perimeter/protocols/http/csp/match';
import { type HostSource, readSources, type Source } from '@perimeter/protocols/http/csp/sources';
import { fail, informational, notApplicable, pass, openBy } from '../../catalogue/outcome.ts';
import type { PageReference } from '../../evidence/page/schema.ts';
import { judgeOwners } from '../derive/mail/registration.ts';
import { vectorOf } from './derive/severity.ts';
import { anywhere, kinds } from './script-places.data.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { scriptPolicy, documentPolicy } from '../derive/subjects/policies.ts';
import { openers, quotePolicies } from '../derive/http/quote-policies.ts';
import { isOpen, type PolicedPage, questionOf } from '../../evidence/site/policies/policed-page.ts';
import { firstAndMore, listed } from '../../evidence/words/text.ts';

const noPolicy = notApplicable('No policy is enforced');

export const cspWildcardScript = checkOf(scriptPolicy, {
  id: 'csp-wildcard-script',
  title: 'The Content Security Policy names the hosts that scripts may come from',
  finding: 'Content Security Policy allows scripts from any host',
  weakness: { cvss: 'contentInjection', cwe: [79, 693] },
  judge: (page) => {
    const open = anywhere.flatMap(([id, what]) => {
      const question = questionOf(page.attack, id);
      return question?.open === true ? [{ what, by: openers(question) }] : [];
    });
    if (open.length === 0) return pass('Scripts come only from sources that the policy names');
    const isDirect = isOpen(page, 'script-any-host', 'script-data');
    const sources = open.map(({ what, by }) => `${what} (${by})`);
    return fail({
      description: `An injected <script> element may load from ${listed(sources)}. Expected: nonces, hashes or specific hosts.`,
      evidence: quotePolicies(page),
      cvss: isDirect ? vectorOf(page, 'hosts', 'contentInjection') : 'browserHardening',
    });
  },
});

export const cspAllowlistBypass = checkOf(scriptPolicy, {
  id: 'csp-allowlist-bypass',
  title: 'No allowed script host can be used to bypass the Content Security Policy',
  finding: 'Allowed script host bypasses the Content Security Policy',
  weakness: { cvss: 'contentInjectionUserActs', cwe: [693] },
  judge: (page) => {
    const { bypasses } = page.attack;
    if (isOpen(page, 'script-any-host')) return notApplicable('Any host may serve scripts');
    if (bypasses.length === 0) return pass('No allowed script host is known to bypass a policy');
    const places = bypasses.map(({ row, answers }) => {
      return `https://${row.host}${row.path} ${kinds[row.kind]}, allowed by ${openers({ answers })}`;
    });
    const isOnlyContent = bypasses.every(({ row }) => row.kind === 'user-content');
    return fail({
      description: `An attacker can run script through an allowed host: ${firstAndMore(places, 3, '; ')}. Expected: nonces with 'strict-dynamic', or hosts that serve only your own scripts.`,
      evidence: quotePolicies(page),
      cvss: isOnlyContent ? 'browserHardeningUserActs' : vectorOf(page, 'bypass', 'contentInjectionUserActs'),
    });
  },
});

const cleartextSource = (source: Source): boolean =>
  (source.kind === 'scheme' && source.scheme === 'http') || (source.kind === 'host' && source.scheme === 'http');

/** Directives whose http loads browsers block on https pages; those of other directives are upgraded (Mixed Content section 4). */
const passive = new Set(['img-src', 'media-src']);

interface Cleartext {
  directive: string;
  token: string;
}

/** Tokens that allow http in enforced policies of an https page. */
function cleartextTokens({ enforced }: PolicedPage): Cleartext[] {
  return enforced.flatMap(({ directives }) =>
    [...directives].flatMap(([directive, values]) =>
      directive.endsWith('-src') || directive === 'default-src'
        ? readSources(values)
            .filter(cleartextSource)
            .map(({ text }) => ({ directive, token: text }))
        : [],
    ),
  );
}

const hostOf = (source: HostSource): string => source.host.replace('*', 'x7f3a9c1');

/** Whether every enforced policy allows a script from this cleartext source: one that does not is enough to block it. */
function isLetIn({ enforced, document }: PolicedPage, token: string): boolean {
  const [source] = readSources([token]);
  const host = source?.kind === 'host' ? hostOf(source) : 'x7f3a9c1.example';
  const address = `http://${host}/`;
  if (!URL.canParse(address)) return false;
  const question = { url: new URL(address), self: document.url, anyPathAndPort: true };
  return enforced.every((policy) => allowsScript(policy, question).allows);
}

const upgrades = ({ enforced }: PolicedPage): boolean =>
  enforced.some(({ directives }) => directives.has('upgrade-insecure-requests'));

export const cspHttpSource = checkOf(documentPolicy, {
  id: 'csp-http-source',
  title: 'The Content Security Policy of an HTTPS page allows no http: source',
  finding: 'Content Security Policy allows http: sources',
  weakness: { cvss: 'onPathPartial', cwe: [319] },
  judge: (page) => {
    if (page.enforced.length === 0) return noPolicy;
    if (page.document.url.protocol !== 'https:') return notApplicable('The document came over http');
    const tokens = cleartextTokens(page);
    if (tokens.length === 0) return pass('No source of the policy allows http');
    if (upgrades(page)) return pass('upgrade-insecure-requests turns http requests into https');
    const shown = listed([...new Set(tokens.map(({ directive, token }) => `${directive} ${token}`))]);
    const evidence = quotePolicies(page);
    const isActive = tokens.some(({ directive, token }) => !passive.has(directive) && isLetIn(page, token));
    if (!isActive) return informational({ description: `Content may come over http: ${shown}.`, evidence });
    const description = `Scripts may come over http: ${shown}. Current browsers block them as mixed content, older ones do not. Expected: https sources.`;
    return fail({ description, evidence });
  },
});

const isAddress = (source: Source): boolean => source.kind === 'host' && /^[\d.]+$/.test(source.host);

export const cspIpSource = checkOf(documentPolicy, {
  id: 'csp-ip-source',
  title: 'The Content Security Policy names hosts, not IP addresses',
  finding: 'Content Security Policy names an IP address',
  judge: (page) => {
    if (page.enforced.length === 0) return noPolicy;
    const found = page.enforced.flatMap(({ directives }) =>
      [...directives].flatMap(([name, values]) =>
        readSources(values)
          .filter(isAddress)
          .map(({ text }) => `${name} ${text}`),
      ),
    );
    if (found.length === 0) return pass('The policy names no IP address');
    return `Sources are IP addresses: ${listed(found)}. CSP3 matches only 127.0.0.1; browsers differ in the rest.`;
  },
});

export const cspHostDangling = checkOf(documentPolicy, {
  id: 'csp-host-dangling',
  title: 'Domains that the Content Security Policy allows code from are registered',
  finding: 'Content Security Policy allows code from an unregistered domain',
  weakness: { cvss: 'authenticForgery', cwe: [350, 693] },
  mode: 'deep',
  judge: (page) => {
    if (page.enforced.length === 0) return noPolicy;
    const { references } = page.page;
    if (references === undefined) return openBy('registrations-unasked');
    const domains = new Set(
      codeHosts(page.enforced)
        .flatMap((host) => domainToRegister(host) ?? [])
        .filter((domain) => domain !== page.target.registrableDomain),
    );
    const used = references.filter(
      ({ usedBy, registration: { domain } }) => usedBy.some(({ kind }) => kind === 'policy') && domains.has(domain),
    );
    const unasked = [...domains].find((one) => !references.some(({ registration: { domain } }) => domain === one));
    const said = ({ registration: { domain } }: PageReference, state: string) => ({
      subject: domain,
      description: `The policy allows code from ${domain}, ${state}. Expected: remove the source.`,
      evidence: quotePolicies(page),
    });
    const free = 'which is not registered: anyone who registers it passes the policy with injected markup';
    const held = 'which does not resolve, but its registry lists it: it may be on hold or expired';
    return (
      judgeOwners(used, { free: (one) => said(one, free), held: (one) => said(one, held) }) ??
      (unasked === undefined ? null : openBy('registration-unasked', { domain: unasked })) ??
      pass('The policy allows code from no domain of others that anybody can register')
    );
  },
});
