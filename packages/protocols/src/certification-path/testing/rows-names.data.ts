import * as write from '../../x509/testing/certificate-writer.ts';
import { chainOf, drop, names, type Plan, row, type Row, subject } from './chain.ts';

const match = (sans: readonly string[], host: string, ok: boolean, differs?: string): Row =>
  row(
    `${sans.join(' ') || 'no names'} ${ok ? 'is' : 'is not'} for ${host}`,
    ok ? [] : ['name-mismatch'],
    chainOf({ leaf: [names(...sans)], host }),
    differs === undefined ? {} : { differs },
  );

const leaf = (...edits: NonNullable<Plan['leaf']>): Plan => ({ leaf: edits });
const sanId = '2.5.29.17';
const suffixes = 'openssl knows no public suffixes';

/** RFC 9525 and what is above it: which names a certificate is for. */
export const nameRows: readonly Row[] = [
  match(['dns:www.example.com'], 'www.example.com', true),
  match(['dns:www.example.com'], 'WWW.Example.COM', true),
  match(['dns:WWW.EXAMPLE.COM'], 'www.example.com', true),
  match(['dns:www.example.com'], 'www.example.com.', true, 'openssl takes the dot of the root for a part of the name'),
  match(['dns:www.example.com'], 'example.com', false),
  match(['dns:example.com'], 'www.example.com', false),
  match(['dns:www.example.com'], 'www.example.org', false),
  match(['dns:www.example.com'], 'xwww.example.com', false),
  match(['dns:a.test', 'dns:b.test', 'dns:www.example.com'], 'www.example.com', true),
  match(['dns:*.example.com'], 'www.example.com', true),
  match(['dns:*.EXAMPLE.com'], 'www.example.com', true),
  match(['dns:*.example.com'], 'example.com', false),
  match(['dns:*.example.com'], 'a.www.example.com', false),
  match(['dns:*.www.example.com'], 'www.example.com', false),
  match(['dns:w*.example.com'], 'www.example.com', false, 'openssl matches partial wildcards'),
  match(['dns:*w.example.com'], 'www.example.com', false, 'openssl matches partial wildcards'),
  match(['dns:w*w.example.com'], 'www.example.com', false),
  match(['dns:www.*.com'], 'www.example.com', false),
  match(['dns:*.*.com'], 'www.example.com', false),
  match(['dns:*'], 'localhost', false),
  match(['dns:*.com'], 'example.com', false),
  match(['dns:*.co.uk'], 'example.co.uk', false, suffixes),
  match(['dns:*.lab'], 'www.lab', false),
  match(['dns:*.github.io'], 'somebody.github.io', true),
  match(['dns:xn--*-1b3c148a.example.com'], 'xn--bliss-1b3c148a.example.com', false),
  match(['dns:xn--bcher-kva.example'], 'xn--bcher-kva.example', true),
  match(['dns:*.xn--bcher-kva.example'], 'www.xn--bcher-kva.example', true),
  match(['dns:*.example.com'], 'xn--bcher-kva.example.com', true),
  match(['ip:192.0.2.7'], '192.0.2.7', true),
  match(['ip:192.0.2.7'], '192.0.2.8', false),
  match(['ip:2001:db8::7'], '2001:db8::7', true),
  match(['ip:2001:db8::7'], '[2001:db8:0:0:0:0:0:7]', true, 'openssl is given no brackets'),
  match(['ip:2001:db8::7'], '2001:db8::8', false),
  match(['ip:192.0.2.7'], '::ffff:192.0.2.7', false),
  match(['dns:www.example.com', 'ip:192.0.2.7'], 'www.example.com', true),
  match(['dns:www.example.com', 'ip:192.0.2.7'], '192.0.2.7', true),
  match(['dns:www.example.com'], '192.0.2.7', false),
  match(
    ['email:www.example.com', 'uri:https://www.example.com/'],
    'www.example.com',
    false,
    'openssl asks the common name where there is no dNSName',
  ),
  match(['dn:CN=www.example.com'], 'www.example.com', false, 'openssl asks the common name where there is no dNSName'),
  row(
    'the common name counts for nothing where there is no subjectAltName',
    ['name-mismatch'],
    chainOf(leaf(drop(sanId))),
    {
      differs: 'openssl asks the common name where there is no dNSName',
    },
  ),
  row(
    'a common name that is no name of the certificate is a remark',
    [],
    chainOf(leaf(subject('CN=other.example.org'))),
  ),
  row('a subject without a common name', [], chainOf(leaf(subject('O=Example')))),
  row(
    'an empty subject beside a critical subjectAltName',
    [],
    chainOf(
      leaf(subject(), drop(sanId), (c) => ({
        ...c,
        extensions: [...c.extensions, write.subjectAltName(['dns:www.example.com'], true)],
      })),
    ),
  ),
  row('an empty subject beside a subjectAltName that is not critical', ['strict-profile'], chainOf(leaf(subject()))),
  row(
    'a critical subjectAltName beside a subject',
    ['strict-profile'],
    chainOf(
      leaf(drop(sanId), (c) => ({
        ...c,
        extensions: [...c.extensions, write.subjectAltName(['dns:www.example.com'], true)],
      })),
    ),
    { differs: 'a rule of the Baseline Requirements' },
  ),
  row('an empty subjectAltName', ['name-mismatch', 'profile'], chainOf(leaf(names()))),
  row('an address in a dNSName', ['strict-profile'], chainOf(leaf(names('dns:www.example.com', 'dns:192.0.2.1'))), {
    differs: 'openssl reads dNSNames only to match them',
  }),
  row(
    'an address in a dNSName is not for that address',
    ['name-mismatch', 'strict-profile'],
    chainOf({ leaf: [names('dns:192.0.2.1')], host: '192.0.2.1' }),
  ),
  row(
    'an underscore in a dNSName',
    ['strict-profile'],
    chainOf({ leaf: [names('dns:a_b.example.com')], host: 'a_b.example.com' }),
    {
      differs: 'openssl reads dNSNames only to match them',
    },
  ),
  row(
    'a dNSName with a leading dot',
    ['strict-profile'],
    chainOf(leaf(names('dns:www.example.com', 'dns:.example.com'))),
    {
      differs: 'openssl reads dNSNames only to match them',
    },
  ),
  row(
    'a dNSName with a trailing dot',
    ['name-mismatch', 'strict-profile'],
    chainOf(leaf(names('dns:www.example.com.'))),
  ),
  row('an empty dNSName', ['strict-profile'], chainOf(leaf(names('dns:www.example.com', 'dns:'))), {
    differs: 'openssl reads dNSNames only to match them',
  }),
  row(
    'an iPAddress of five octets',
    ['strict-profile'],
    chainOf(leaf(names('dns:www.example.com', 'hex-ip:c000020100'))),
    {
      differs: 'openssl reads iPAddresses only to match them',
    },
  ),
  row(
    'a U-label in a dNSName',
    ['malformed'],
    chainOf({ leaf: [names('dns:bücher.example')], host: 'xn--bcher-kva.example' }),
  ),
  row(
    'names of other kinds beside the host',
    [],
    chainOf(leaf(names('other:', 'dn:CN=x', 'email:a@example.com', 'dns:www.example.com'))),
  ),
];
