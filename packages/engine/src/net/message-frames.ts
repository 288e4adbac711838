import { concat } from '@perimeter/protocols/bytes';

/** Two octets of length go before each message (RFC 1035 section 4.2.2). */
const prefixBytes = 2;

/** Collects the chunks of a TCP connection; each call returns the messages completed by it. */
export function frameReader(): (chunk: Uint8Array) => Uint8Array[] {
  let chunks: Uint8Array[] = [];
  let received = 0;
  let wanted = prefixBytes;
  return (chunk) => {
    chunks.push(chunk);
    received += chunk.length;
    if (received < wanted) return [];
    let bytes = concat(chunks);
    const messages: Uint8Array[] = [];
    for (;;) {
      const [high = 0, low = 0] = bytes;
      wanted = bytes.length < prefixBytes ? prefixBytes : prefixBytes + high * 256 + low;
      if (bytes.length < wanted || bytes.length < prefixBytes) break;
      messages.push(bytes.subarray(prefixBytes, wanted));
      bytes = bytes.subarray(wanted);
    }
    chunks = [bytes];
    received = bytes.length;
    return messages;
  };
}
