interface PageCoverage {
  readonly fails: string;
  readonly passes: string;
}

const both = (fails: string, passes = 'clean.lab'): PageCoverage => ({ fails, passes });

/** What each page shows of its content. */
export const pageContentCoverage: Readonly<Record<string, PageCoverage>> = {
  'page-mixed-active': both('mixed.lab mixed2.lab', 'clean.lab mixed-upgraded.lab mixed2-sound.lab'),
  'page-mixed-passive': both('mixed.lab mixed2.lab', 'clean.lab mixed-upgraded.lab mixed2-sound.lab'),
  'page-password-http': both('open-login.lab'),
  'page-form-http': both('mixed.lab', 'clean.lab mixed-upgraded.lab open-login.lab'),
  'page-sri-missing': both('sri.lab mixed.lab', 'clean.lab libs-new.lab'),
  'page-sri-broken': both('sri.lab'),
  'page-protocol-relative': both('open-login.lab'),
  'page-thirdparty-dead': both('deadref.lab', 'clean.lab sri.lab unregistrable.lab'),
  'page-thirdparty-compromised': both('deadref.lab'),
  'page-link-dead': both('deadref.lab'),
  'js-vulnerable-high': both('libs.lab', 'libs-new.lab clean.lab'),
  'js-vulnerable-medium': both('libs.lab', 'libs-new.lab'),
  'js-vulnerable-low': both('libs.lab', 'libs-new.lab'),
  'js-eol': both('libs.lab', 'libs-new.lab'),
  'js-sourcemap': both('secrets.lab'),
  'js-secret': both('secrets.lab'),
  'page-generator': both('secrets.lab deadref.lab'),
  'page-cms-outdated': both('secrets.lab', 'deadref.lab'),
  'page-comment-leak': both('secrets.lab', 'clean.lab libs-new.lab'),
  'page-thirdparty-list': both('sri.lab', 'libs-new.lab'),
  'js-public-key': both('secrets.lab'),
  'page-iframe-sandbox': both('deadref.lab'),
  'page-integrity-policy': both('sri.lab'),
  'page-inline-handlers': both('secrets.lab', 'clean.lab good.lab'),
  'page-tech': both('secrets.lab'),
  'page-robots-hints': both('secrets.lab'),
};
