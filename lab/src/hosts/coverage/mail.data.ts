/** Zones of the lab on either side of a row; apart by spaces. */
interface MailCoverage {
  readonly fails: string;
  readonly passes: string;
}

const both = (fails: string, passes: string): MailCoverage => ({ fails, passes });

/** What each zone's mail records show. */
export const emailAuthCoverage: Readonly<Record<string, MailCoverage>> = {
  'spf-missing': both('spf-none.lab spf-bom.lab', 'good.lab spf-soft.lab spf-mixed-case.lab'),
  'spf-multiple': both('bad.lab spf-two.lab', 'good.lab spf-10.lab'),
  'spf-syntax': both('spf-syntax.lab hostile-txt.lab', 'good.lab spf-mixed-case.lab spf-macro-d.lab spf-macro-i.lab'),
  'spf-too-many-lookups': both('spf-11.lab spf-deep.lab', 'good.lab spf-macro-d.lab spf-late-error.lab'),
  'spf-void-lookups': both('spf-void3.lab', 'good.lab spf-void2.lab'),
  'spf-mx-ptr-limit': both('spf-mx11.lab', 'good.lab spf-soft.lab'),
  'spf-pass-all': both('spf-pass.lab spf-halves.lab', 'good.lab spf-broad.lab'),
  'spf-broad-range': both('spf-broad.lab', 'spf-10.lab code-host.lab'),
  'spf-neutral': both('spf-neutral.lab spf-open-end.lab', 'good.lab spf-soft.lab spf-redirect.lab'),
  'spf-softfail': both('spf-soft-alone.lab', 'good.lab spf-soft.lab large-provider.lab'),
  'spf-ptr': both('spf-ptr.lab', 'good.lab spf-10.lab'),
  'spf-include-broken': both(
    'spf-include-none.lab spf-include-error.lab spf-redirect-none.lab',
    'spf-10.lab spf-redirect.lab',
  ),
  'spf-include-unregistered': both('spf-include-unregistered.lab', 'spf-10.lab small-business.lab'),
  'spf-loop': both('spf-loop.lab', 'spf-10.lab spf-redirect.lab'),
  'spf-size': both('spf-big.lab', 'good.lab spf-10.lab'),
  'spf-mailless-open': both('parked-untouched.lab', 'nomail.lab parked-locked.lab'),
  'spf-subdomain-gap': both('spf-subdomain-gap.lab', 'spf-subdomain.lab'),
  'spf-legacy-records': both('spf-legacy.lab', 'good.lab'),
  'dkim-none': both('dkim-none.lab', 'good.lab dkim-2048.lab dkim-alias.lab dkim-delegated.lab'),
  'dkim-key-too-short': both('dkim-512.lab', 'good.lab dkim-1024.lab'),
  'dkim-key-short': both('dkim-1024.lab', 'good.lab dkim-2048.lab dkim-4096.lab dkim-ed25519.lab'),
  'dkim-key-known-weak': both('dkim-close.lab', 'good.lab dkim-2048.lab'),
  'dkim-sha1-only': both('dkim-sha1.lab', 'good.lab dkim-2048.lab'),
  'dkim-record-invalid': both('dkim-two.lab dkim-bad.lab', 'good.lab dkim-ed25519.lab'),
  'dkim-testing': both('dkim-testing.lab', 'good.lab dkim-2048.lab'),
  'dkim-selector-dangling': both('dkim-dangling.lab', 'dkim-alias.lab small-business.lab'),
  'dkim-revoked': both('dkim-revoked.lab', 'good.lab'),
  'dkim-ed25519': both('dkim-ed25519.lab', 'good.lab dkim-2048.lab'),
  'dmarc-missing': both(
    'dmarc-none.lab dmarc-apex.lab parked-untouched.lab',
    'good.lab dmarc-upper.lab dmarc-spaces.lab',
  ),
  'dmarc-multiple': both('dmarc-two.lab', 'good.lab dmarc-reject.lab'),
  'dmarc-syntax': both(
    'dmarc-bad-p.lab dmarc-bad-p-rua.lab dmarc-dup.lab',
    'good.lab dmarc-upper.lab dmarc-spaces.lab',
  ),
  'dmarc-policy-none': both(
    'bad.lab dmarc-p0.lab dmarc-bad-p-rua.lab small-business.lab',
    'good.lab dmarc-quarantine.lab dmarc-t.lab',
  ),
  'dmarc-subdomain-weak': both('dmarc-sp-none.lab', 'good.lab dmarc-quarantine.lab dmarc-psd-n.lab'),
  'dmarc-np-weak': both('dmarc-np.lab', 'good.lab dmarc-reject.lab'),
  'dmarc-testing': both('dmarc-t.lab', 'good.lab dmarc-reject.lab'),
  'dmarc-pct-partial': both('dmarc-pct.lab', 'good.lab code-host.lab'),
  'dmarc-no-rua': both('bad.lab dmarc-no-rua.lab small-business.lab', 'good.lab dmarc-reject.lab'),
  'dmarc-rua-invalid': both('dmarc-rua-invalid.lab', 'good.lab dmarc-reject.lab'),
  'dmarc-rua-unauthorised': both('dmarc-external-no.lab', 'dmarc-external-ok.lab dmarc-external-wildcard.lab'),
  'mail-report-unregistered': both('dmarc-rua-unregistered.lab', 'good.lab dmarc-external-no.lab'),
  'dmarc-wrong-place': both('dmarc-apex.lab dmarc-spf-there.lab', 'good.lab dmarc-reject.lab'),
  'dmarc-quarantine': both('dmarc-quarantine.lab', 'good.lab dmarc-reject.lab'),
  'dmarc-parked-weak': both('parked-weak.lab', 'nomail.lab parked-locked.lab'),
  'dmarc-removed-tags': both('dmarc-pct.lab code-host.lab', 'good.lab dmarc-reject.lab'),
  'dmarc-ruf-privacy': both('dmarc-ruf.lab', 'good.lab dmarc-reject.lab'),
  'bimi-invalid': both('bimi-http.lab bimi-policy-none.lab', 'bimi-ok.lab bimi-declined.lab'),
};
