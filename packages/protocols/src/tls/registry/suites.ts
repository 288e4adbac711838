import { registeredSuites, ssl2Kinds, unregisteredSuites } from './suites.data.ts';
import { propertiesOf, type SuiteProperties } from './suite-properties.ts';

/** A cipher suite (two-byte code point) or SSL 2.0 cipher kind (three bytes) with what its name says. */
export interface CipherSuite extends SuiteProperties {
  code: number;
  name: string;
}

/** Every suite and SSL 2.0 kind we have a name for, by code point. */
export const cipherSuites: ReadonlyMap<number, CipherSuite> = new Map(
  [...registeredSuites, ...unregisteredSuites, ...ssl2Kinds].map(([code, name]) => [
    code,
    { code, name, ...propertiesOf(name) },
  ]),
);

/** Signalling value for secure renegotiation (RFC 5746 section 3.3). */
export const emptyRenegotiationInfoScsv = 0x00ff;

/** Signalling value of a client that fell back (RFC 7507 section 2). */
export const fallbackScsv = 0x5600;

/** Hex as findings write it: four digits, six for SSL 2.0 kinds. */
export const suiteHex = (code: number): string => code.toString(16).padStart(code > 0xffff ? 6 : 4, '0');

/** The name of a code point, or a plain statement that it has none. */
export const suiteName = (code: number): string => cipherSuites.get(code)?.name ?? `unassigned 0x${suiteHex(code)}`;

/** True for suites that belong to TLS 1.3 and to no other version (RFC 9846 appendix B.4). */
export const isTls13Suite = (suite: CipherSuite): boolean => suite.keyExchange === 'any';

/** True for a three-byte SSL 2.0 cipher kind. */
export const isSsl2Kind = (suite: CipherSuite): boolean => suite.code > 0xffff;
