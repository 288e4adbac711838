/** Usual services of ports, for ports without an identifying answer. */
export const portNames: Readonly<Record<number, string>> = {
  102: 'S7 or MMS',
  135: 'the Microsoft RPC endpoint mapper',
  502: 'Modbus',
  512: 'rexec',
  513: 'rlogin',
  514: 'rsh',
  5985: 'Windows Remote Management over HTTP',
  5986: 'Windows Remote Management over HTTPS',
  20_000: 'DNP3',
  44_818: 'EtherNet/IP',
  47_808: 'BACnet',
};
