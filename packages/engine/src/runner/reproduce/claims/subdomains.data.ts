import type { ModuleClaims } from './claim.ts';

const broken = (shows: RegExp) => ({ on: 'names-broken.lab', shows, notOn: 'names-good.lab' });
/** The hosts below names-estate.lab are separate servers. */
const estate = (shows: RegExp) => ({
  on: 'names-estate.lab',
  shows,
  notOn: 'names-good.lab',
  toward: 'qa.names-good.lab',
});
/** The site over http, and why it fails over https. */
const plainAlone = /^HTTP\/1\.1 200[^]*^curl: \(\d+\)/m;

/** What the commands of subdomains must show. */
export const subdomainsClaims: ModuleClaims = {
  claims: {
    'sub-takeover-cname': {
      on: 'takeover-unclaimed.lab',
      shows: /There is no site at this address/,
      notOn: 'takeover-healthy.lab',
    },
    'sub-cname-unregistered': broken(/CNAME\s+portal\.nobody-owns-this\.lab\.[^]*status: NXDOMAIN/),
    'sub-ns-unclaimed': { ...broken(/status: REFUSED/), toward: 'ns-hosted.lab' },
    'sub-acme-delegation': broken(/CNAME\s+proof\.nobody-owns-this\.lab\.[^]*status: NXDOMAIN/),
    'dcv-persist-dangling': broken(/TXT\s+"other-ca\.example; accounturi=\S+acct\/3"/),
    'dcv-persist-caa-forbidden': broken(/TXT\s+"other-ca\.example; [^]*CAA\s+0 issue "pki\.lab"/),
    'dcv-persist-accounts': broken(/^(?=[^]*acct\/1")(?=[^]*acct\/2; policy=wildcard")/),
    'dcv-persist-no-end': broken(/TXT\s+"other-ca\.example; accounturi=/),
    'sub-mx-unregistered': broken(/MX\s+10 mail\.nobody-owns-this\.lab\.[^]*status: NXDOMAIN/),
    'sub-srv-dangling': broken(/SRV\s+10 5 5061 sip\.nobody-owns-this\.lab\.[^]*status: NXDOMAIN/),
    'sub-cookie-takeover-chain': {
      on: 'takeover-unclaimed.lab',
      shows: /^Set-Cookie: sid=[^\n]*Domain=takeover-unclaimed\.lab[^]*CNAME\s+unclaimed\./im,
      notOn: 'takeover-healthy.lab',
    },
    'sub-dangling-ip': {
      on: 'names-estate.lab',
      shows: /IN\s+A\s+198\.18\.0\.234[^]*PTR\s+ec2-/,
      notOn: 'names-good.lab',
    },
    'sub-cert-invalid': estate(/DNS:portal\.names-estate\.lab[^]*notAfter=.* 202[0-5]/),
    'sub-old-software': estate(/^Server: Apache\/2\.2\.15/m),
    'sub-cname-nxdomain': broken(/status: NXDOMAIN[^]*CNAME\s+gone\.good\.lab\./),
    'sub-no-https': estate(plainAlone),
    'sub-hsts-conflict': estate(plainAlone),
    'sub-private-ip': broken(/A\s+10\.1\.2\.3/),
    'sub-dev-exposed': estate(/<title>Build server/),
    'sub-inventory': { on: 'names-good.lab', shows: /IN\s+A\s+198\./, notOn: 'basic.lab' },
    'sub-naming-leak': { on: 'names-good.lab', shows: /IN\s+A\s+198\./, notOn: 'good.lab' },
    'sub-zone-walk': { on: 'names-good.lab', shows: /ANSWER SECTION:\n\S+\s+\d+\s+IN\s+NSEC/, notOn: 'good.lab' },
    'sub-wildcard-noise': { on: 'wild.lab', shows: /IN\s+A\s+198\.18/, notOn: 'good.lab' },
  },
  alsoOn: [],
  cannotBeRun: {},
};
