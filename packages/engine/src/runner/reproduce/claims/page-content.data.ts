import type { ModuleClaims } from './claim.ts';

const claim = (on: string, shows: RegExp, notOn = 'clean.lab') => ({ on, shows, notOn });

/** What the commands of page content must show: the place in the document or in the file. */
export const pageContentClaims: ModuleClaims = {
  claims: {
    'page-mixed-active': claim('mixed.lab', /^<script [^>]*http:\/\/cdn\.other\.lab\/a\.js/m),
    'page-mixed-passive': claim('mixed.lab', /^<img [^>]*http:\/\/img\.other\.lab\/x\.png/m),
    'page-password-http': claim('open-login.lab', /^\d+:password$/m),
    'page-form-http': claim('mixed.lab', /^\d+:http:\/\/\w+\.lab\/login$/m),
    'page-sri-missing': claim('sri.lab', /^<script (?!.*integrity=).*static\.good\.lab\/none\.js/m, 'libs-new.lab'),
    'page-sri-broken': claim('sri.lab', /^<script .*static\.good\.lab\/md5\.js.*integrity=.?md5-/m),
    'page-protocol-relative': claim('open-login.lab', /^<script [^>]*=.?\/\/static\.good\.lab\/a\.js/m),
    'page-thirdparty-dead': claim('deadref.lab', /^\d+:cdn\.gone-vendor\.lab$[^]*status: NXDOMAIN/m),
    'page-thirdparty-compromised': claim('deadref.lab', /^<script [^>]*cdn\.polyfill\.io\/v3\/polyfill\.min\.js/m),
    'page-link-dead': claim('deadref.lab', /^\d+:gone-partner\.lab$[^]*status: NXDOMAIN/m),
    'js-vulnerable-high': claim('libs.lab', /^\d+:version : 2\.10\.6$/m, 'libs-new.lab'),
    'js-vulnerable-medium': claim('libs.lab', /^\d+:jQuery v1\.12\.4$/m, 'libs-new.lab'),
    'js-vulnerable-low': claim('libs.lab', /^\d+:Vue\.js v2\.6\.14$/m, 'libs-new.lab'),
    'js-eol': claim('libs.lab', /^\d+:jQuery v1\.12\.4$/m, 'libs-new.lab'),
    'js-sourcemap': claim('secrets.lab', /^\d+:"sources"$/m),
    'js-secret': claim('secrets.lab', /^\d+:sk_live_$/m),
    'page-generator': claim('secrets.lab', /^\d+:WordPress 4\.5\.3$/m),
    'page-cms-outdated': claim('secrets.lab', /^\d+:WordPress 4\.5\.3$/m, 'deadref.lab'),
    'page-comment-leak': claim('secrets.lab', /^\d+:password$/m, 'libs-new.lab'),
    'page-thirdparty-list': claim('sri.lab', /^<script .*static\.good\.lab\/none\.js/m, 'libs-new.lab'),
    'js-public-key': claim('secrets.lab', /^\d+:pk_live_$/m),
    'page-iframe-sandbox': claim('deadref.lab', /^<iframe src="https:\/\/static\.good\.lab\/frame">/m),
    'page-integrity-policy': claim('sri.lab', /^<script .*static\.good\.lab\/none\.js/m),
    'page-inline-handlers': claim('secrets.lab', /^\d+:<script$/m, 'good.lab'),
    'page-tech': claim('secrets.lab', /^\d+:WordPress 4\.5\.3$/m),
    'page-robots-hints': claim('secrets.lab', /^\d+:\/admin-old\/$/m),
  },
  cannotBeRun: {},
};
