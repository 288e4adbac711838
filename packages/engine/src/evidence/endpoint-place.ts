/** One endpoint: an address, a port, and the name that was asked for there. */
export interface EndpointPlace {
  address: string;
  port: number;
  serverName: string;
}

/** True for two pieces of evidence about one endpoint. */
export const isSamePlace = (one: EndpointPlace, other: EndpointPlace): boolean =>
  one.address === other.address && one.port === other.port && one.serverName === other.serverName;
