/** A response header or cookie that identifies a CDN or web application firewall. */
export interface EdgeMark {
  name: string;
  /** Header name in lower case with a pattern for its value; without a pattern the name alone identifies it. */
  headers: readonly { name: string; value?: RegExp }[];
  /** Beginnings of cookie names, in lower case. */
  cookies?: readonly string[];
}

/** Marks that operators document or that products set by default. */
export const edgeMarks: readonly EdgeMark[] = [
  {
    name: 'Cloudflare',
    headers: [{ name: 'cf-ray' }, { name: 'server', value: /^cloudflare\b/i }],
    cookies: ['__cf_bm', 'cf_clearance', '__cfruid'],
  },
  { name: 'Amazon CloudFront', headers: [{ name: 'x-amz-cf-id' }, { name: 'via', value: /\(CloudFront\)/i }] },
  { name: 'AWS WAF', headers: [{ name: 'x-amzn-waf-action' }], cookies: ['aws-waf-token'] },
  {
    name: 'AWS Elastic Load Balancing',
    headers: [{ name: 'server', value: /^awselb\b/i }],
    cookies: ['awsalb', 'awselb'],
  },
  {
    name: 'Akamai',
    headers: [
      { name: 'server', value: /^Akamai(?:GHost|NetStorage)/i },
      { name: 'x-akamai-transformed' },
      { name: 'akamai-grn' },
    ],
    cookies: ['ak_bmsc', 'bm_sz', '_abck'],
  },
  {
    name: 'Fastly',
    headers: [
      { name: 'x-fastly-request-id' },
      { name: 'fastly-debug-digest' },
      { name: 'x-served-by', value: /^cache-[a-z]/i },
    ],
  },
  {
    name: 'Google Frontend',
    headers: [
      { name: 'server', value: /^Google Frontend$/i },
      { name: 'via', value: /\bgoogle$/i },
    ],
  },
  { name: 'Azure Front Door', headers: [{ name: 'x-azure-ref' }, { name: 'x-fd-healthprobe' }] },
  {
    name: 'Azure Application Gateway',
    headers: [{ name: 'server', value: /^Microsoft-Azure-Application-Gateway/i }],
    cookies: ['applicationgatewayaffinity'],
  },
  {
    name: 'Imperva',
    headers: [{ name: 'x-iinfo' }, { name: 'x-cdn', value: /Imperva|Incapsula/i }],
    cookies: ['incap_ses_', 'visid_incap_', 'nlbi_'],
  },
  {
    name: 'Sucuri',
    headers: [{ name: 'x-sucuri-id' }, { name: 'server', value: /^Sucuri/i }],
    cookies: ['sucuri_cloudproxy'],
  },
  { name: 'F5 BIG-IP', headers: [{ name: 'server', value: /^BIG-?IP/i }], cookies: ['bigipserver', 'f5avr'] },
  { name: 'F5 Distributed Cloud', headers: [{ name: 'server', value: /^volt-adc/i }, { name: 'x-volterra-location' }] },
  { name: 'Citrix NetScaler', headers: [{ name: 'via', value: /^NS-CACHE/i }], cookies: ['citrix_ns_id', 'nsc_'] },
  { name: 'Barracuda', headers: [], cookies: ['barra_counter_session', 'bni__barracuda_lb_cookie'] },
  { name: 'FortiWeb', headers: [], cookies: ['fortiwafsid', 'cookiesession1'] },
  {
    name: 'DataDome',
    headers: [{ name: 'x-datadome' }, { name: 'server', value: /^DataDome/i }],
    cookies: ['datadome'],
  },
  { name: 'Radware', headers: [{ name: 'x-sl-compstate' }], cookies: ['rdwr', '__uzma'] },
  { name: 'DDoS-Guard', headers: [{ name: 'server', value: /^ddos-guard/i }], cookies: ['__ddg'] },
  { name: 'Qrator', headers: [{ name: 'server', value: /^QRATOR/i }], cookies: ['qrator_'] },
  { name: 'StackPath', headers: [{ name: 'x-sp-edge-host' }, { name: 'server', value: /^StackPath/i }] },
  {
    name: 'KeyCDN',
    headers: [
      { name: 'server', value: /^keycdn/i },
      { name: 'x-edge-location', value: /^[a-z]{4}$/i },
    ],
  },
  { name: 'bunny.net', headers: [{ name: 'cdn-pullzone' }, { name: 'server', value: /^BunnyCDN/i }] },
  { name: 'CDN77', headers: [{ name: 'x-77-cache' }, { name: 'server', value: /^CDN77/i }] },
  { name: 'Gcore', headers: [{ name: 'x-id-fe' }, { name: 'server', value: /^gcore/i }] },
  { name: 'Edgio', headers: [{ name: 'server', value: /^EC(?:S|Acc|D) \(/ }] },
  { name: 'Vercel', headers: [{ name: 'x-vercel-id' }, { name: 'server', value: /^Vercel$/i }] },
  { name: 'Netlify', headers: [{ name: 'x-nf-request-id' }, { name: 'server', value: /^Netlify/i }] },
  { name: 'Fly.io', headers: [{ name: 'fly-request-id' }] },
  { name: 'GitHub Pages', headers: [{ name: 'x-github-request-id' }] },
  { name: 'Alibaba Cloud CDN', headers: [{ name: 'eagleid' }, { name: 'server', value: /^Tengine\/?.*alicdn/i }] },
  { name: 'Tencent Cloud EdgeOne', headers: [{ name: 'eo-log-uuid' }] },
  { name: 'Varnish', headers: [{ name: 'x-varnish' }, { name: 'via', value: /\bvarnish\b/i }] },
];
