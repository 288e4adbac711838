import type { CertificateField } from '@perimeter/protocols/x509/field-reader';
import { allEndpointsOf, endpointsOf } from '../../../catalogue/endpoints.ts';
import { notApplicable } from '../../../catalogue/outcome.ts';
import { rivalName } from '../certificates/certificate-words.ts';
import {
  hidesNames,
  isAlternate,
  isPublic,
  isReadable,
  subjectOf,
  surveyCertificates,
} from '../certificates/served.ts';
import { narrow } from '../../../catalogue/check-of.ts';

/** Restrictions of a check to some certificates or fields. */
interface Asked {
  /** The verdict is about the certificate that browsers receive. */
  ofBrowsers?: boolean;
  /** The fields that the check reads; other fields may be malformed. */
  reads?: readonly CertificateField[];
}

const everyChain = endpointsOf({
  needs: ['certificates', 'tls', 'target'],
  survey: surveyCertificates,
  subject: subjectOf,
  about: rivalName,
  same: { key: ({ chain, serverName, port }) => [serverName, port, ...chain.served].join(' '), unit: 'certificate' },
});

/** Every served chain, readable or not. */
export const eachChain = ({ ofBrowsers = false }: Pick<Asked, 'ofBrowsers'> = {}) =>
  narrow(everyChain, (served) =>
    ofBrowsers && isAlternate(served)
      ? notApplicable('Browsers get another certificate (separate check)')
      : { of: served },
  );

/** Every served chain whose leaf is readable, at least in the fields that the check reads. */
export const eachLeaf = ({ reads = [], ...asked }: Asked = {}) =>
  narrow(eachChain(asked), (served) =>
    isReadable(served.leaf, reads) ? { of: served } : notApplicable('The certificate is malformed (separate check)'),
  );

/** Every readable leaf whose names can be read. */
export const eachNamedLeaf = (asked: Asked = {}) =>
  narrow(eachLeaf(asked), (served) =>
    hidesNames(served) ? notApplicable('subjectAltName is malformed (separate check)') : { of: served },
  );

/** Every readable leaf below a public root, for rules that bind public CAs only; applies: the rule and its verb. */
export const publicLeaf = (applies: string, asked: Asked = {}) =>
  narrow(eachLeaf(asked), (served) =>
    isPublic(served)
      ? { of: served }
      : notApplicable(`The path does not end in a public root; ${applies} to public CAs only`),
  );

/** All served chains side by side. */
export const everyServedChain = allEndpointsOf({
  needs: ['certificates', 'tls', 'target'],
  survey: surveyCertificates,
});
