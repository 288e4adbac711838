import { headerValues } from '@perimeter/protocols/http/headers/header-list';
import type { Software } from '@perimeter/protocols/exposure/path';
import type { HttpEvidence } from '../../evidence/http/schema.ts';
import type { PageEvidence } from '../../evidence/page/schema.ts';

const isWordpressPath = /\/wp-(?:content|includes|json)\//;

function showsWordpress({ documents }: PageEvidence): boolean {
  return documents.some(
    ({ facts }) =>
      /^WordPress\b/i.test(facts.generator ?? '') || facts.resources.some(({ url }) => isWordpressPath.test(url)),
  );
}

/** Software whose own paths are worth a request, by headers, cookies and pages. */
export function softwareOf(http: HttpEvidence, page: PageEvidence): Software[] {
  const own = http.exchanges.filter(({ purpose }) => purpose !== 'redirect-host' && purpose !== 'sibling');
  const headers = own.flatMap(({ result }) => (result.ok ? result.response.headers : []));
  const cookies = own.flatMap(({ setCookies = [] }) => setCookies.map(({ name }) => name));
  const links = headerValues(headers, 'Link').join(' ');
  const found: [Software, boolean][] = [
    [
      'wordpress',
      showsWordpress(page) ||
        links.includes('https://api.w.org/') ||
        cookies.some((name) => /^(?:wordpress_|wp-settings-)/.test(name)),
    ],
    [
      'asp.net',
      headers.some(([name]) => /^x-aspnet(?:mvc)?-version$/i.test(name)) ||
        headerValues(headers, 'X-Powered-By').some((value) => /asp\.net/i.test(value)) ||
        cookies.some((name) => /^(?:ASP\.NET_SessionId|\.ASPXAUTH|\.AspNet)/i.test(name)),
    ],
  ];
  return found.flatMap(([name, isSeen]) => (isSeen ? [name] : []));
}
