import type { TakeoverList, TakeoverService, TakeoverStatus } from './takeover-table.ts';

const row =
  (status: TakeoverStatus) =>
  (service: string, suffixes: string, ...marks: readonly string[]): TakeoverService => ({
    service,
    suffixes: suffixes.split(' '),
    status,
    marks,
  });
const vulnerable = row('vulnerable');
const edge = row('edge');
const safe = row('safe');
const whereMissing = (one: TakeoverService, labels?: number): TakeoverService => ({
  ...one,
  nxdomain: true,
  ...(labels === undefined ? {} : { labels }),
});

/**
 * Services where strangers may claim names, after fingerprints.json of can-i-take-over-xyz
 * (https://github.com/EdOverflow/can-i-take-over-xyz, CC BY 4.0). Changes: rows without a text of their own are left out, ends of
 * names and how many labels stand in front of them are added, texts that other pages show as well count as edge cases, and so do
 * services that, by their documents or by later reports, ask for a proof of the domain.
 */
export const shippedTakeovers: TakeoverList = {
  name: 'can-i-take-over-xyz, curated',
  date: '2026-11-22',
  services: [
    whereMissing(vulnerable('AWS Elastic Beanstalk', '*.elasticbeanstalk.com'), 1),
    vulnerable(
      'Amazon S3',
      's3.amazonaws.com s3-*.amazonaws.com s3.*.amazonaws.com s3.dualstack.*.amazonaws.com s3-website.*.amazonaws.com',
      'NoSuchBucket',
      'The specified bucket does not exist',
    ),
    whereMissing(safe('AWS Elastic Load Balancing', 'elb.amazonaws.com *.elb.amazonaws.com elb.*.amazonaws.com')),
    vulnerable('Agile CRM', 'agilecrm.com', 'Sorry, this page is no longer available.'),
    vulnerable(
      'Anima',
      'animaapp.io',
      "If this is your website and you've just created it, try refreshing in a minute",
    ),
    vulnerable('Bitbucket', 'bitbucket.io', 'Repository not found'),
    vulnerable('Campaign Monitor', 'createsend.com', 'Trying to access your account?'),
    whereMissing(vulnerable('Discourse', 'trydiscourse.com')),
    edge('Frontify', 'frontify.com', 'looks like you got lost'),
    safe('Fastly', 'fastly.net fastlylb.net', 'Fastly error: unknown domain'),
    safe('Freshworks', 'freshdesk.com freshservice.com', 'Maybe this is still fresh!'),
    edge('Gemfury', 'furyns.com', '404: This page could not be found.'),
    vulnerable('Ghost', 'ghost.io', 'The thing you were looking for is no longer here, or never was'),
    edge('GitHub Pages', 'github.io', "There isn't a GitHub Pages site here."),
    safe('Google Cloud Storage', 'storage.googleapis.com', 'NoSuchBucket'),
    safe('Google Sites', 'googlehosted.com', 'The requested URL was not found on this server.'),
    vulnerable('Hatena Blog', 'hatenablog.com', '404 Blog is not found'),
    vulnerable('Helpjuice', 'helpjuice.com', "We could not find what you're looking for."),
    vulnerable('Help Scout', 'helpscoutdocs.com', 'No settings were found for this company:'),
    edge('Heroku', 'herokuapp.com herokudns.com', 'No such app', 'There is no app configured at that hostname'),
    vulnerable('Intercom', 'intercom.help', "Uh oh. That page doesn't exist."),
    vulnerable('JetBrains YouTrack', 'youtrack.cloud', 'is not a registered InCloud YouTrack'),
    edge('Kinsta', 'kinsta.cloud kinsta.com', 'No Site For Domain'),
    edge('Landingi', 'landingi.com', 'It looks like you’re lost...'),
    vulnerable('LaunchRock', 'launchrock.com', 'It looks like you may have taken a wrong turn somewhere.'),
    edge('Mashery', 'mashery.com', 'Unrecognized domain'),
    // Names that customers choose; those with a hash or a number in front of them are no single label.
    whereMissing(
      vulnerable(
        'Microsoft Azure',
        'azurewebsites.net *.cloudapp.azure.com trafficmanager.net blob.core.windows.net azure-api.net *.azurecontainer.io',
      ),
      1,
    ),
    // New names of Front Door have a hash, and classic profiles, CDN and Cloud Services can no longer be created; the zone of a static
    // site is not the customer's choice; the others serve no domains of customers.
    whereMissing(
      edge(
        'Microsoft Azure (names with conditions)',
        'azurefd.net azureedge.net cloudapp.net *.web.core.windows.net azurehdinsight.net database.windows.net azuredatalakestore.net search.windows.net azurecr.io redis.cache.windows.net servicebus.windows.net',
      ),
      1,
    ),
    edge('Netlify', 'netlify.app netlify.com', 'Not Found - Request ID:'),
    // Both take a domain only with a record of its owner by now (issues 92 and 467 of the list).
    edge('ngrok', 'ngrok.io', 'ngrok.io not found'),
    edge('Pantheon', 'pantheonsite.io', '404 error unknown site!'),
    vulnerable('ReadMe', 'readme.io readmessl.com', 'Project doesnt exist... yet!'),
    edge('Short.io', 'short.io', 'Link does not exist'),
    edge('Shopify', 'myshopify.com', 'Sorry, this shop is currently unavailable.'),
    vulnerable(
      'SmartJobBoard',
      'smartjobboard.com',
      'This job board website is either expired or its domain name is invalid.',
    ),
    edge('Smartling', 'smartling.com', 'Domain is not configured'),
    edge('Strikingly', 'strikinglydns.com', 'PAGE NOT FOUND'),
    vulnerable('Surge', 'surge.sh', 'project not found'),
    vulnerable('SurveySparrow', 'surveysparrow.com', 'Account not found'),
    edge('Tilda', 'tilda.ws', 'Please renew your subscription'),
    edge('Tumblr', 'tumblr.com', "Whatever you were looking for doesn't currently exist at this address"),
    vulnerable('Uberflip', 'uberflip.com', "The URL you've accessed does not provide a hub."),
    safe('Unbounce', 'unbouncepages.com', 'The requested URL was not found on this server.'),
    safe('UserVoice', 'uservoice.com', 'This UserVoice subdomain is currently available!'),
    safe('Vercel', 'vercel.app vercel-dns.com', 'The deployment could not be found on Vercel.'),
    edge('Webflow', 'webflow.com webflow.io', "The page you are looking for doesn't exist or has been moved."),
    edge('Wix', 'wixdns.net', "Looks Like This Domain Isn't Connected To A Website Yet!"),
    vulnerable('WordPress.com', 'wordpress.com', 'Do you want to register '),
    vulnerable('Worksites', 'worksites.net', 'you’re looking for doesn’t exist.'),
    safe('Zendesk', 'zendesk.com', 'Help Center Closed'),
  ],
};
