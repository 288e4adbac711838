import { ByteReader } from '../byte-reader.ts';
import { ProtocolError } from '../protocol-error.ts';
import { protocolErrorTexts } from '../protocol-error-texts.data.ts';
import { fillTemplate } from '../template.ts';
import { parseRdata, printRdata } from './rdata.ts';
import { printServiceParameters } from './services/parameters.ts';
import { readServiceRecord, type ServiceRecord } from './services/record.ts';
import { TokenQueue, tokenize } from './tokens.ts';

/** What an HTTPS record does: AliasMode with its target ('.': there is no service), ServiceMode, or why no client can read it. */
export type ServiceMode =
  | { mode: 'alias'; target: string }
  | { mode: 'service'; record: ServiceRecord }
  | { mode: 'malformed'; problem: string };

/** The type code of HTTPS (RFC 9460 section 14.1). */
const httpsType = 65;

/** The name at the reader, uncompressed (RFC 9460 section 2.2). */
function skipName(reader: ByteReader): void {
  for (let label = reader.u8(); label > 0; label = reader.u8()) reader.take(label);
}

/** Reads an HTTPS record in either mode, also one that is printed in the form of unknown types (RFC 3597 section 5). */
export function readServiceMode(data: string): ServiceMode {
  try {
    const rdata = parseRdata(httpsType, data);
    const printed = printRdata(httpsType, rdata);
    const reader = new ByteReader(rdata);
    if (reader.u16() === 0 && !printed.startsWith('\\#')) {
      const { text } = new TokenQueue(tokenize(printed).slice(1)).next();
      return { mode: 'alias', target: text.toLowerCase() };
    }
    skipName(reader);
    // Throws where a value violates the format of its key.
    printServiceParameters(reader);
    const record = readServiceRecord(printed);
    return record === null ? { mode: 'malformed', problem: 'unreadable' } : { mode: 'service', record };
  } catch (error) {
    if (error instanceof ProtocolError)
      return { mode: 'malformed', problem: fillTemplate(protocolErrorTexts[error.code], error.values) };
    throw error;
  }
}
