/** Protocols of machines, by their TCP ports. */
export const industrialProtocols: Readonly<Record<number, string>> = {
  102: 'S7 or MMS',
  502: 'Modbus',
  20_000: 'DNP3',
  44_818: 'EtherNet/IP',
  47_808: 'BACnet',
};
