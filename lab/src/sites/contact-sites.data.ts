import { html, plain, redirect, type Page } from './site.ts';
import { hsts, markup, type PolicySite } from './policy-site.ts';

const missing: Page = html([hsts], markup('Not found', ''), 404);

/** A site whose security.txt is this answer. */
const site = (host: string, what: string, file: Page, paths: Readonly<Record<string, Page>> = {}): PolicySite => ({
  what,
  site: {
    http: { '*': redirect(`https://${host}/`) },
    https: {
      '/': html([hsts], markup(host, '<p>Text.</p>')),
      '/.well-known/security.txt': file,
      ...paths,
      '*': missing,
    },
  },
});

// Computed, because RFC 9116 section 2.5.5 recommends a date less than a year ahead.
const soon = new Date(Date.now() + 200 * 86_400_000).toISOString().replace(/\.\d+/, '');
const far = new Date(Date.now() + 900 * 86_400_000).toISOString().replace(/\.\d+/, '');
const fields = (host: string, expires = soon): string => `Contact: mailto:security@${host}\nExpires: ${expires}\n`;

/** Sites whose security.txt has one mistake each (RFC 9116), or none. */
export const contactSites: Readonly<Record<string, PolicySite>> = {
  'sectxt-ok.lab': site(
    'sectxt-ok.lab',
    'A security.txt as it should be, with fields of the future',
    plain(
      `# How to report\r\n${fields('sectxt-ok.lab').replaceAll('\n', '\r\n')}Canonical: https://sectxt-ok.lab/.well-known/security.txt\r\nPreferred-Languages: en, de\r\nX-Future: yes\r\n`,
    ),
  ),
  'sectxt-signed.lab': site(
    'sectxt-signed.lab',
    'A security.txt in the frame of an OpenPGP signature',
    plain(
      `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n${fields('sectxt-signed.lab')}-----BEGIN PGP SIGNATURE-----\n\niHUEARYKAB0WIQQ=\n-----END PGP SIGNATURE-----\n`,
    ),
  ),
  'sectxt-moved.lab': site(
    'sectxt-moved.lab',
    'A security.txt behind a redirect to another path of the site',
    redirect('https://sectxt-moved.lab/contact.txt'),
    { '/contact.txt': plain(fields('sectxt-moved.lab')) },
  ),
  'sectxt-expired.lab': site(
    'sectxt-expired.lab',
    'A security.txt that expired in 2024',
    plain(fields('sectxt-expired.lab', '2024-01-01T00:00:00Z')),
  ),
  'sectxt-far.lab': site(
    'sectxt-far.lab',
    'A security.txt that expires in more than two years',
    plain(fields('sectxt-far.lab', far)),
  ),
  'sectxt-no-contact.lab': site('sectxt-no-contact.lab', 'A security.txt without Contact', plain(`Expires: ${soon}\n`)),
  'sectxt-no-expires.lab': site(
    'sectxt-no-expires.lab',
    'A security.txt without Expires',
    plain('Contact: mailto:security@sectxt-no-expires.lab\n'),
  ),
  'sectxt-two-expires.lab': site(
    'sectxt-two-expires.lab',
    'A security.txt with two dates, one of them past',
    plain(`${fields('sectxt-two-expires.lab')}Expires: 2024-01-01T00:00:00Z\n`),
  ),
  'sectxt-type.lab': site('sectxt-type.lab', 'A security.txt without a media type', {
    status: 200,
    headers: [['Content-Type', 'application/octet-stream']],
    body: fields('sectxt-type.lab'),
  }),
  'sectxt-mark.lab': site(
    'sectxt-mark.lab',
    'A security.txt behind a byte order mark',
    plain(`\uFEFF${fields('sectxt-mark.lab')}`),
  ),
  'sectxt-canonical.lab': site(
    'sectxt-canonical.lab',
    'The security.txt of another site',
    plain(`${fields('sectxt-canonical.lab')}Canonical: https://good.lab/.well-known/security.txt\n`),
  ),
  'sectxt-elsewhere.lab': site(
    'sectxt-elsewhere.lab',
    'A security.txt that another domain serves',
    redirect('https://sectxt-ok.lab/.well-known/security.txt'),
  ),
  'sectxt-page.lab': site(
    'sectxt-page.lab',
    'A page in the place of security.txt',
    html([hsts], markup('sectxt-page.lab', '<p>Contact: us. Expires: never.</p>')),
  ),
  'sectxt-refused.lab': site('sectxt-refused.lab', 'A security.txt that is refused', plain('Forbidden\n', [], 403)),
};
