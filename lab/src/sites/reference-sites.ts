import { html, redirect, type HeaderLine, type Page } from './site.ts';
import { hsts, markup, type PolicySite, securePage } from './policy-site.ts';

const tag = (src: string): string => `<script src="${src}"></script>`;

/** Hosts that cannot be registered: addresses in any notation, special-use names, and zones that do not exist. */
export const unregistrableHosts: readonly string[] = [
  '203.0.113.250',
  '0xcb0071fa',
  '[2001:db8:113::250]',
  'cdn.localhost',
  'cdn.test',
  'cdn.invalid',
  'cdn.local',
  'cdn.internal',
  'cdn.home.arpa',
  'gone.example.com',
  'perimeterlab2abcdefghijklmnopqrstuvwxyz234567.onion',
  'cdn.alt',
  'intranet',
  'cdn.nosuchzone',
  'gone.co.nosuchzone',
];

/** Those below a zone that does not exist, which only DNS shows. */
export const undelegatedDomains: readonly string[] = ['cdn.nosuchzone', 'co.nosuchzone'];

const policy: HeaderLine = [
  'Content-Security-Policy',
  `script-src 'self' ${unregistrableHosts.map((host) => `https://${host}`).join(' ')}; frame-src https://frames.nosuchzone`,
];

const everyReference = unregistrableHosts
  .flatMap((host) => [
    tag(`https://${host}/a.js`),
    `<link rel="stylesheet" href="https://${host}/a.css">`,
    `<iframe src="https://${host}/"></iframe>`,
    `<a href="https://${host}/">Link</a>`,
  ])
  .join('\n');

const mixed = `${[
  tag('http://static.good.lab/a.js'),
  '<link rel="stylesheet" href="http://style.good.lab/a.css">',
  '<iframe src="http://frames.good.lab/"></iframe>',
  '<object data="http://objects.good.lab/a.swf"></object>',
  '<img srcset="http://choices.good.lab/a.png 2x" alt="">',
  '<img src="http://pictures.good.lab/a.png" alt="">',
  '<video src="http://films.good.lab/a.mp4"></video>',
  '<audio src="http://sounds.good.lab/a.mp3"></audio>',
].join('\n')}`;

/** http URLs that load nothing in cleartext: of loopback, in templates, comments and text, and links. */
const harmless = [
  tag('http://localhost:3000/a.js'),
  tag('http://127.0.0.1/a.js'),
  `<template>${mixed}</template>`,
  `<!-- ${mixed} -->`,
  `<textarea>${mixed}</textarea>`,
  '<a href="http://good.lab/">Link</a>',
  '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="">',
].join('\n');

const mutual: Page = html([hsts], markup('mtls.lab', '<p>For those with a certificate.</p>'));

/** Sites whose references, addresses or clients are out of the ordinary. */
export const referenceSites: Readonly<Record<string, PolicySite>> = {
  'unregistrable.lab': {
    what: 'Refers to hosts that nobody can register, in page, policy, mail, aliases, services and delegations',
    site: securePage('unregistrable.lab', [policy], markup('unregistrable.lab', everyReference)),
  },
  'mixed2.lab': {
    what: 'Each kind of mixed content from a host of its own',
    site: securePage('mixed2.lab', [], markup('mixed2.lab', mixed)),
  },
  'mixed2-sound.lab': {
    what: 'Addresses with http that load nothing in the clear',
    site: securePage('mixed2-sound.lab', [], markup('mixed2-sound.lab', harmless)),
  },
  'mtls.lab': {
    what: 'Demands a certificate of its clients, and answers nobody without one',
    site: { http: { '*': redirect('https://mtls.lab/') }, https: { '*': mutual } },
  },
  'v6only.lab': {
    what: 'A site with an IPv6 address alone',
    site: securePage('v6only.lab', [], markup('v6only.lab', '<p>Text.</p>')),
    more: { ipv6: true, ipv4: false },
  },
};
