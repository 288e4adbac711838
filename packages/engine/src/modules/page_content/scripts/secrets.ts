import type { FoundSecret } from '@perimeter/protocols/html/secrets';
import { textLine } from '../../../catalogue/reproduce-http.ts';
import { failWhere, informWhere, type Location } from '../../../catalogue/outcome.ts';
import { unreadScripts } from '../derive/unread-scripts.ts';
import { secretNames } from './secret-names.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { type PageContent, readContent } from '../../derive/subjects/page.ts';
import { shorten } from '../../../evidence/words/text.ts';

interface PlacedSecret {
  secret: FoundSecret;
  location: Location;
}

/** Keys in documents and fetched scripts, each kind once per location. */
function secretsOf({ page, http, document, location }: PageContent, isPrivate: boolean): PlacedSecret[] {
  const inDocuments = page.documents.flatMap(({ exchange, facts }) => {
    const url = http.exchanges.find(({ id }) => id === exchange)?.url ?? document.exchange.url;
    return facts.secrets.map((secret) => ({ secret, location: { ...location, url } }));
  });
  const inScripts = page.scripts.flatMap(({ url, answer }) =>
    answer.known ? answer.value.secrets.map((secret) => ({ secret, location: { ...location, url } })) : [],
  );
  const all = [...inDocuments, ...inScripts].filter(({ secret }) => secret.isPrivate === isPrivate);
  return [
    ...new Map(all.map((one) => [`${one.secret.provider} ${one.secret.masked} ${one.location.url}`, one])).values(),
  ];
}

const draftOf = ({ secret, location }: PlacedSecret, judgement: string) => ({
  location,
  subject: `${secret.provider} ${new URL(location.url ?? '').pathname}`,
  description: `${secretNames[secret.provider]} in ${shorten(location.url ?? '', 200)}. ${judgement}`,
  evidence: [
    `GET ${location.url}`,
    `Line ${secret.line}: ${secret.masked}`,
    textLine(location, secret.masked.replace(/<.*$/, '')),
  ],
});

export const jsSecret = checkOf(readContent, {
  id: 'js-secret',
  title: 'Pages and scripts contain no secret keys',
  finding: 'Secret key in a page or script',
  weakness: { cvss: 'secretsExposed', cwe: [200, 798] },
  judge: (page) => {
    const found = secretsOf(page, true);
    const unread = found.length === 0 ? unreadScripts(page) : null;
    if (unread !== null) return unread;
    return failWhere(found, 'No key of a known private format', (one) => {
      const { endsAt } = one.secret;
      const hasEnded = endsAt !== undefined && Date.parse(endsAt) < page.target.startedAtMs;
      const judgement = hasEnded
        ? `It ended on ${endsAt.slice(0, 10)}, so it opens nothing now. Expected: keep its successor on the server.`
        : 'Everyone who reads the page has it; it was not tried. Expected: revoke the key, then keep its successor on the server.';
      return {
        confidence: 'firm' as const,
        ...draftOf(one, judgement),
        ...(hasEnded && { cvss: 'smallLeak' as const }),
      };
    });
  },
});

export const jsPublicKey = checkOf(readContent, {
  id: 'js-public-key',
  title: 'Pages and scripts contain no keys at all',
  finding: 'Public key of a service in a page or script',
  judge: (page) => {
    const found = secretsOf(page, false);
    const unread = found.length === 0 ? unreadScripts(page) : null;
    if (unread !== null) return unread;
    return informWhere(found, 'No key of a known public format', (one) =>
      draftOf(
        one,
        'Keys of this kind are made to be public. Restrict it to your site and to the functions that the page needs.',
      ),
    );
  },
});
