import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { brandSuffixes, closedSuffixes } from './closed-suffixes.data.ts';
import { specialUseNames } from './special-use.data.ts';
import { domainToRegister, isPublicName } from './registration.ts';

const rows: readonly (readonly [host: string, domain: string | null])[] = [
  ['cdn.gone.com', 'gone.com'],
  ['CDN.Gone.COM.', 'gone.com'],
  ['*.gone.co.uk', 'gone.co.uk'],
  ['_spf.gone.de', 'gone.de'],
  ['mx.gone.lab', 'gone.lab'],
  ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
  // Below private suffixes the operator's domain is what could be free.
  ['shop.github.io', 'github.io'],
  // Registries under private suffixes.
  ['cdn.gone.uk.com', 'gone.uk.com'],
  ['a.b.gone.eu.org', 'gone.eu.org'],
  ['a.gone.fr.eu.org', 'gone.fr.eu.org'],
  ['uk.com', 'uk.com'],
  ['old.azurewebsites.net', 'azurewebsites.net'],
  ['github.io', 'github.io'],
  ['a.b.s3.amazonaws.com', 'amazonaws.com'],
  ['gone.com:8080', null],
  ['gone.c/om', null],
  // Addresses, however they are written.
  ['192.0.2.1', null],
  ['192.0.2.1.', null],
  ['0x7f.1', null],
  ['2130706433', null],
  ['[2001:db8::1]', null],
  ['2001:db8::1', null],
  // Names of special use.
  ['cdn.vendor.test', null],
  ['printer.local', null],
  ['app.localhost', null],
  ['x.invalid', null],
  ['cdn.example', null],
  ['www.example.com', null],
  ['duckduckgogg42xjoc72x3sjasowoarfbgcmvfimaftt6twagswzczad.onion', null],
  ['name.alt', null],
  ['router.home.arpa', null],
  ['1.2.0.192.in-addr.arpa', null],
  ['db.corp.internal', null],
  // Public suffixes, and hosts that are no part of a registrable domain.
  ['com', null],
  ['co.uk', null],
  ['foo.ck', null],
  ['mail', null],
  ['', null],
  ['.', null],
  // Labels that no registry takes.
  ['a_b.com', null],
  ['-a.com', null],
  ['a-.com', null],
  ['ab--cd.com', null],
  ['xn--a.com', null],
  ['münchen.de', null],
  ['%{d}.com', null],
  ['a..gone.com', null],
  [`${'a'.repeat(64)}.com`, null],
  [`${'a.'.repeat(130)}gone.com`, null],
  // Suffixes that are closed to strangers.
  ['none.gov', null],
  ['none.mil', null],
  ['none.edu', null],
  ['none.gov.uk', null],
  ['cdn.x.vic.gov.au', null],
  ['x.sp.gov.br', null],
  ['x.starostwo.gov.pl', null],
  ['x.nsw.edu.au', null],
  ['x.eu.int', null],
  ['x.jus.br', null],
  ['x.sncf', null],
  ['none.gob.mx', null],
  ['none.google', null],
  ['cdn.old.nic.in', null],
  ['old.edu.pk', null],
  ['old.ac.ir', null],
  ['old.bank.in', null],
  ['old.kommune.no', null],
  ['x.old.sch.uk', null],
  ['x.sch.ae', null],
  ['old.edu.pl', 'old.edu.pl'],
  ['old.co.in', 'old.co.in'],
  ['gov.com', 'gov.com'],
  ['none.go.it', 'none.go.it'],
];
for (const [host, domain] of rows)
  test(`${host}: ${domain ?? 'nobody can register it'}`, () => assert.equal(domainToRegister(host), domain));

test('every special-use name and every closed suffix is closed, with all below it', () => {
  for (const [name] of specialUseNames)
    for (const host of [name, `a.${name}`, `a.b.${name}`]) assert.equal(domainToRegister(host), null, host);
  for (const suffix of [...closedSuffixes, ...brandSuffixes])
    assert.equal(domainToRegister(`a.b.${suffix}`), null, suffix);
});

test('a domain is its own, and every text has an answer', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.domain(), fc.ipV4(), fc.ipV6()), (host) => {
      const domain = domainToRegister(host);
      if (domain === null) return;
      assert.equal(isPublicName(host), true);
      assert.equal(domainToRegister(domain), domain);
      assert.match(domain, /^[a-z\d-]+(?:\.[^.]+)+$/);
    }),
  );
});
