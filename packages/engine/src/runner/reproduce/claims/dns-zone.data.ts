import type { ModuleClaims } from './claim.ts';

/** A server's own answer with a status and a text. */
const byServer = (status: string, text = ''): RegExp => new RegExp(`status: ${status}[^]*flags: qr[^]*${text}`);

/** What the commands of the DNS zone must show. */
export const dnsZoneClaims: ModuleClaims = {
  claims: {
    'dns-ns-set-mismatch': {
      on: 'parent-differs.lab',
      shows: /AUTHORITY SECTION:[^]*NS\s+six2\.nic\.lab\.[^]*ANSWER SECTION:[^]*NS\s+odd2\.nic\.lab\./,
      notOn: 'ns-sound.lab',
    },
    'dns-glue-mismatch': {
      on: 'glue-differs.lab',
      shows: /ADDITIONAL SECTION:[^]*A\s+203\.0\.113\.13\n[^]*ANSWER SECTION:[^]*A\s+203\.0\.113\.14\n/,
      notOn: 'ns-private.lab',
    },
    'dns-ns-is-cname': {
      on: 'ns-alias.lab',
      shows: /NS\s+odd-alias\.nic\.lab\.[^]*odd-alias\.nic\.lab\.\s+\d+\s+IN\s+CNAME/,
      notOn: 'good.lab',
    },
    'dns-ns-private': { on: 'ns-private.lab', shows: /NS\s+ns\.ns-private[^]*A\s+10\.0\.0\.53/, notOn: 'good.lab' },
    'dns-ns-unregistered': {
      on: 'ns-unregistered.lab',
      shows: /NS\s+ns1\.nobody-owns-this\.lab\.[^]*status: NXDOMAIN/,
      notOn: 'good.lab',
    },
    'dns-ns-provider-unclaimed': { on: 'ns-expired-hosting.lab', shows: byServer('REFUSED'), notOn: 'ns-hosted.lab' },
    'dns-delegation-broken': {
      on: 'lame-all.lab',
      shows: /^(?![^]*status: NOERROR)(?:[^]*status: REFUSED){2}/,
      notOn: 'lame-one.lab',
    },
    'dns-ns-lame': { on: 'lame-one.lab', shows: byServer('REFUSED'), notOn: 'ns-sound.lab' },
    'dns-ns-count': {
      on: 'one-address-two-names.lab',
      shows: /NS\s+odd-four[^]*\n(?:odd-four(?:-too)?\.nic\.lab\.\s.*A\s+203\.0\.113\.13\n){2}/,
      notOn: 'good.lab',
    },
    'dns-ns-prefix-diversity': {
      on: 'ns-sound.lab',
      shows: /NS\s+odd1[^]*A\s+203\.0\.113\.13\n[^]*A\s+203\.0\.113\.14\n/,
      notOn: 'good.lab',
    },
    'dns-ns-asn-diversity': {
      on: 'ns-sound.lab',
      shows: /NS\s+odd1[^]*A\s+203\.0\.113\.13\n[^]*A\s+203\.0\.113\.14\n/,
      notOn: 'good.lab',
    },
    'dns-private-address': { on: 'private-address.lab', shows: /A\s+10\.1\.2\.3/, notOn: 'good.lab' },
    'dns-svcb-malformed': { on: 'https-record-odd.lab', shows: /Got bad packet: FORMERR/, notOn: 'good.lab' },
    'dns-ttl-extreme': { on: 'ttl-long.lab', shows: /\s2592000\s+IN\s+AAAA/, notOn: 'good.lab' },
    'dns-cname-at-apex': {
      on: 'cname-apex.lab',
      shows: /CNAME\s+good\.lab\.[^]*NS\s+odd[12]\.nic\.lab\./,
      notOn: 'ns-sound.lab',
    },
    'dns-cname-chain': { on: 'alias-broken.lab', shows: /status: NXDOMAIN[^]*CNAME\s+gone\./, notOn: 'alias-good.lab' },
    'dns-txt-secret': { on: 'txt-secret.lab', shows: /"api_key=/, notOn: 'good.lab' },
    'dns-txt-service-tokens': { on: 'txt-tokens.lab', shows: /"MS=ms/, notOn: 'good.lab' },
    'dns-wildcard-mx-txt': { on: 'wildcard-mx.lab', shows: /MX\s+10 mail\.good\.lab\./, notOn: 'good.lab' },
    'dns-wildcard': { on: 'bad.lab', shows: /A\s+203\.0\.113\.160/, notOn: 'good.lab' },
    'dns-open-recursion': {
      on: 'open-recursion.lab',
      shows: /flags: qr rd ra;[^]*IN\s+SOA\s+a\.nic\.lab\./,
      notOn: 'ns-sound.lab',
      toward: 'odd1.nic.lab',
    },
    'dns-axfr-open': { on: 'axfr-one-of-two.lab', shows: /secret-project[^]*XFR size/, notOn: 'ns-sound.lab' },
    'dns-version-disclosed': {
      on: 'upward.lab',
      shows: /CH\s+TXT\s+"OddNS 4\.1\.7"/,
      notOn: 'ns-sound.lab',
      toward: 'odd1.nic.lab',
    },
    'dns-any-amplification': { on: 'any-large.lab', shows: /MSG SIZE +rcvd: [23]\d{3}/, notOn: 'ns-sound.lab' },
    'dns-edns-noncompliant': {
      on: 'edns-odd.lab',
      shows: /^(?![^]*status: BADVERS)[^]*OPT=65001[^]*MBZ: 0x0040/,
      notOn: 'ns-sound.lab',
    },
    'dns-upward-referral': {
      on: 'upward.lab',
      shows: /AUTHORITY SECTION:\n\.\s+\d+\s+IN\s+NS/,
      notOn: 'ns-sound.lab',
      toward: 'odd1.nic.lab',
    },
    'dns-case-handling': { on: 'case-lost.lab', shows: /^;[a-z-]+\.lab\.\s/m, notOn: 'ns-sound.lab' },
    'dns-ns-tcp': { on: 'ns-no-tcp.lab', shows: /timed out|no servers could be reached/, notOn: 'ns-sound.lab' },
    'dns-aaaa-broken': { on: 'ns-aaaa-notimp.lab', shows: byServer('NOTIMP'), notOn: 'ns-sound.lab' },
    'dns-soa-serial-drift': {
      on: 'serial-differs.lab',
      shows: /2026010101 [^]*2026010106 |2026010106 [^]*2026010101 /,
      notOn: 'ns-sound.lab',
    },
    'dns-soa-timers': { on: 'soa-timers.lab', shows: /SOA\s.* 86400 3600 3600 300\n/, notOn: 'good.lab' },
    'dns-multiple-soa': { on: 'two-soa.lab', shows: /ANSWER: 2,/, notOn: 'ns-sound.lab' },
    'dns-soa-rname-mname': {
      on: 'soa-hidden.lab',
      shows: /SOA\s+hidden\.nic\.lab\.[^]*NS\s+ns1\.nic\.lab\.(?![^]*NS\s+hidden)/,
      notOn: 'good.lab',
    },
  },
  cannotBeRun: {},
};
