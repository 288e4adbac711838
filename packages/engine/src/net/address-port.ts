import { isIP } from 'node:net';

/** Splits "address:port" or "[v6]:port"; the port is optional if there is a default. */
export function parseAddressPort(text: string, defaultPort?: number): { address: string; port: number } | null {
  const bracketed = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(text);
  const plain = /^([^:]+)(?::(\d{1,5}))?$/.exec(text);
  const [, address, portText] = bracketed ?? plain ?? (isIP(text) === 6 ? [text, text, undefined] : []);
  const port = portText === undefined ? defaultPort : Number(portText);
  if (address === undefined || isIP(address) === 0 || port === undefined || port < 1 || port > 65_535) return null;
  return { address, port };
}
