/** Services of Windows, by their TCP ports. */
export const windowsServices: Readonly<Record<number, string>> = {
  135: 'the Microsoft RPC endpoint mapper',
  5985: 'Windows Remote Management over HTTP',
  5986: 'Windows Remote Management over HTTPS',
};
