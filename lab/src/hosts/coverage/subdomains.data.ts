import { both, type CoverageTable } from './row.data.ts';

/** Where each domain's subdomains lead. */
export const subdomainsCoverage: CoverageTable = {
  'sub-takeover-cname': both(
    'takeover-unclaimed.lab takeover-wild.lab',
    'takeover-healthy.lab good.lab wild.lab pages-vendor.lab names-good.lab',
  ),
  'sub-cname-unregistered': both(
    'names-broken.lab wild-unregistered.lab',
    'takeover-healthy.lab takeover-unclaimed.lab names-good.lab',
  ),
  'sub-ns-unclaimed': both('names-broken.lab', 'good.lab names-good.lab'),
  'sub-acme-delegation': both('names-broken.lab', 'good.lab names-good.lab takeover-wild.lab'),
  'dcv-persist-dangling': both('names-broken.lab', 'names-good.lab'),
  'dcv-persist-caa-forbidden': both('names-broken.lab', 'names-good.lab'),
  'dcv-persist-accounts': both('names-broken.lab', 'names-good.lab'),
  'dcv-persist-no-end': both('names-broken.lab', 'names-good.lab'),
  'sub-mx-unregistered': both('names-broken.lab wild-mail.lab', 'good.lab names-good.lab'),
  'sub-srv-dangling': both('names-broken.lab', 'good.lab names-good.lab'),
  'sub-cookie-takeover-chain': both('takeover-unclaimed.lab', 'takeover-healthy.lab'),
  'sub-dangling-ip': both('names-estate.lab', 'good.lab names-good.lab'),
  'sub-cert-invalid': both('names-estate.lab', 'names-good.lab'),
  'sub-old-software': both('names-estate.lab', 'names-good.lab'),
  'sub-cname-nxdomain': both(
    'names-broken.lab wild-dangling.lab wild-tree.lab',
    'takeover-healthy.lab takeover-unclaimed.lab names-good.lab wild-other-tree.lab',
  ),
  'sub-no-https': both('names-estate.lab', 'names-good.lab'),
  'sub-hsts-conflict': both('names-estate.lab', 'names-good.lab'),
  'sub-private-ip': both('names-broken.lab wild-private.lab', 'good.lab names-good.lab'),
  'sub-dev-exposed': both('names-estate.lab', 'names-good.lab'),
  'sub-inventory': both('names-good.lab takeover-unclaimed.lab', 'basic.lab'),
  'sub-naming-leak': both('names-good.lab', 'good.lab takeover-healthy.lab'),
  'sub-zone-walk': both('names-good.lab', 'good.lab takeover-healthy.lab'),
  'sub-wildcard-noise': both('wild.lab takeover-wild.lab', 'good.lab names-good.lab'),
};
