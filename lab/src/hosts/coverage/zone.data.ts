/** Zones of the lab on either side of a row; apart by spaces. */
interface ZoneCoverage {
  readonly fails: string;
  readonly passes: string;
}

const both = (fails: string, passes: string): ZoneCoverage => ({ fails, passes });

/** What each zone shows about delegation, servers and records. */
export const dnsZoneCoverage: Readonly<Record<string, ZoneCoverage>> = {
  'dns-delegation-broken': both('lame-all.lab ns-all-silent.lab', 'good.lab lame-one.lab'),
  'dns-ns-lame': both(
    'lame-one.lab ns-silent.lab ns-not-authoritative.lab ns-garbled.lab',
    'good.lab ns-sound.lab ns-tcp-only.lab soa-truncated.lab',
  ),
  'dns-ns-count': both('one-address-two-names.lab', 'good.lab ns-only-v6.lab'),
  'dns-ns-prefix-diversity': both('ns-sound.lab', 'good.lab'),
  'dns-ns-asn-diversity': both('ns-sound.lab', 'good.lab'),
  'dns-ns-tcp': both('ns-no-tcp.lab', 'good.lab ns-sound.lab'),
  'dns-ns-set-mismatch': both('parent-differs.lab', 'good.lab ns-sound.lab'),
  'dns-glue-mismatch': both('glue-differs.lab glue-missing.lab', 'ns-private.lab'),
  'dns-ns-is-cname': both('ns-alias.lab', 'good.lab'),
  'dns-ns-private': both('ns-private.lab ns-special.lab', 'good.lab'),
  'dns-ns-unregistered': both('ns-unregistered.lab', 'good.lab'),
  'dns-ns-provider-unclaimed': both('ns-expired-hosting.lab', 'ns-hosted.lab'),
  'dns-open-recursion': both('open-recursion.lab', 'good.lab ns-sound.lab'),
  'dns-axfr-open': both('axfr-one-of-two.lab open-recursion.lab', 'good.lab ns-sound.lab'),
  'dns-version-disclosed': both('upward.lab open-recursion.lab', 'good.lab ns-sound.lab'),
  'dns-aaaa-broken': both('ns-aaaa-dropped.lab ns-aaaa-notimp.lab', 'good.lab ns-sound.lab'),
  'dns-multiple-soa': both('two-soa.lab', 'good.lab ns-sound.lab soa-truncated.lab'),
  'dns-soa-serial-drift': both('serial-differs.lab serial-differs-two-primaries.lab', 'good.lab ns-sound.lab'),
  'dns-soa-timers': both('soa-timers.lab soa-provider.lab', 'good.lab'),
  'dns-soa-rname-mname': both('soa-hidden.lab', 'good.lab'),
  'dns-cname-at-apex': both('cname-apex.lab cname-loop.lab', 'good.lab ns-sound.lab'),
  'dns-cname-chain': both('alias-broken.lab alias-unregistered.lab cname-loop.lab', 'alias-good.lab'),
  'dns-private-address': both('private-address.lab', 'good.lab'),
  'dns-svcb-malformed': both('https-record-odd.lab', 'good.lab'),
  'dns-wildcard-mx-txt': both('wildcard-mx.lab', 'good.lab'),
  'dns-wildcard': both('bad.lab', 'good.lab'),
  'dns-txt-secret': both('txt-secret.lab', 'good.lab txt-tokens.lab'),
  'dns-txt-service-tokens': both('txt-tokens.lab', 'good.lab txt-secret.lab'),
  'dns-ttl-extreme': both('ttl-long.lab', 'good.lab'),
  'dns-any-amplification': both('any-large.lab', 'good.lab ns-sound.lab'),
  'dns-edns-noncompliant': both('edns-odd.lab no-edns.lab formerr-without-question.lab', 'good.lab ns-sound.lab'),
  'dns-upward-referral': both('upward.lab', 'good.lab ns-sound.lab'),
  'dns-case-handling': both('case-lost.lab', 'good.lab ns-sound.lab'),
};
