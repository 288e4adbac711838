import { hsts, markup, type PolicySite, securePage } from './policy-site.ts';

const site = (host: string, what: string, altSvc: string): PolicySite => ({
  what,
  site: securePage(host, [hsts, ['Alt-Svc', altSvc]], markup(host, '<p>Text.</p>')),
});

/** Sites that advertise alternatives: HTTP/3, other hosts, Encrypted Client Hello. */
export const advertisedSites: Readonly<Record<string, PolicySite>> = {
  'http3-dead.lab': site('http3-dead.lab', 'Advertises HTTP/3, and UDP port 443 is closed', 'h3=":443"; ma=86400'),
  'http3-live.lab': {
    ...site(
      'http3-live.lab',
      'QUIC, another host in Alt-Svc that exists, and an HTTPS record that agrees with it',
      'h3=":443"; ma=86400, h2="good.lab:443"',
    ),
    more: { quic: true },
  },
  'advertised-odd.lab': site(
    'advertised-odd.lab',
    'Alt-Svc to a domain that nobody has, and an HTTPS record that disagrees with the site',
    'h2="alt.nobody-owns-this.lab:443"',
  ),
};
